import { createStore, type Store } from '../../data/store.ts'
import { changePanel, freshPanel, type Panel, type PanelAction } from './panel.ts'

const panels = new Map<string, Store<Panel>>()
let settings: Pick<Panel, 'slippage' | 'priority'> = freshPanel

/** A token's panel. It outlives the page, so that a look elsewhere loses nothing; slippage and priority go along to the next token. */
export function panelOf(mint: string): Store<Panel> {
  const known = panels.get(mint)
  if (known !== undefined) return known
  const { slippage, priority } = settings
  const panel = createStore<Panel>({ ...freshPanel, slippage, priority })
  panels.set(mint, panel)
  return panel
}

export function applyToPanel(mint: string, action: PanelAction): void {
  const panel = panelOf(mint)
  const changed = changePanel(panel.get(), action)
  settings = changed
  panel.set(changed)
}
