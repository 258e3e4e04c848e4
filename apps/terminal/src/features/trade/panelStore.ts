import { createStore, type Store } from '../../data/store.ts'
import { changePanel, freshPanel, type Panel, type PanelAction } from './panel.ts'

const panels = new Map<string, Store<Panel>>()

/** The panel of a token. It outlives the page, so that visiting another page loses no input. */
export function panelOf(mint: string): Store<Panel> {
  const known = panels.get(mint)
  if (known !== undefined) return known
  const panel = createStore<Panel>(freshPanel)
  panels.set(mint, panel)
  return panel
}

export function applyToPanel(mint: string, action: PanelAction): void {
  const panel = panelOf(mint)
  panel.set(changePanel(panel.get(), action))
}
