import type { Side } from '../../data/trade/planWithProviders.ts'

/** A setting that the panel can edit beside the amount. */
export type Setting = 'slippage' | 'priority' | 'bribe'

/** A setting while it is typed. It belongs to the preset that was chosen then. */
export interface Edit {
  readonly text: string
  /** The index of the preset among the three. */
  readonly preset: number
  /** The preset's text of the setting after this edit. If the preset's text changes later, the edit no longer counts. */
  readonly standing: string
}

/** The typed texts, verbatim. An error never changes the settings. */
export interface Panel {
  readonly side: Side
  readonly amounts: Readonly<Record<Side, string>>
  /** A setting without an edit has the preset's value. */
  readonly edits: { readonly [S in Setting]?: Edit }
}

export const freshPanel: Panel = { side: 'buy', amounts: { buy: '', sell: '' }, edits: {} }

export type PanelAction =
  | { readonly kind: 'side'; readonly side: Side }
  /** `instead` (for late answers): apply only while the field of `side` still holds this text. */
  | { readonly kind: 'amount'; readonly side: Side; readonly text: string; readonly instead?: string }
  | { readonly kind: 'setting'; readonly setting: Setting; readonly edit: Edit }
  | { readonly kind: 'preset' }
  | { readonly kind: 'confirmed'; readonly side: Side; readonly text: string }

/**
 * Applies an action to the typed texts. Each side keeps its own amount.
 * A confirmed trade clears the amount that it used, unless the person has typed another amount since.
 * Another side or preset drops the edits of the settings.
 */
export function changePanel(panel: Panel, action: PanelAction): Panel {
  switch (action.kind) {
    case 'side':
      return { ...panel, side: action.side, edits: action.side === panel.side ? panel.edits : {} }
    case 'amount':
      return action.instead === undefined || panel.amounts[action.side] === action.instead
        ? { ...panel, amounts: { ...panel.amounts, [action.side]: action.text } }
        : panel
    case 'setting':
      return { ...panel, edits: { ...panel.edits, [action.setting]: action.edit } }
    case 'preset':
      return { ...panel, edits: {} }
    case 'confirmed':
      return panel.amounts[action.side] === action.text
        ? { ...panel, amounts: { ...panel.amounts, [action.side]: '' } }
        : panel
  }
}
