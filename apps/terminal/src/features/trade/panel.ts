import type { Side } from '../../data/trade/planTrade.ts'

/** A setting that can be typed beside the amount. */
export type Setting = 'slippage' | 'priority' | 'bribe'

/** A setting as it is being typed. It belongs to the preset that it was typed under. */
export interface Edit {
  readonly text: string
  /** The place of the preset among the three. */
  readonly preset: number
  /** The preset's own text of the setting after the edit. If the preset says something else by now, the edit is over. */
  readonly standing: string
}

/** What a person has typed, as typed. Nothing here is ever changed by an error. */
export interface Panel {
  readonly side: Side
  readonly amounts: Readonly<Record<Side, string>>
  /** A setting without an edit is as the preset has it. */
  readonly edits: { readonly [S in Setting]?: Edit }
}

export const freshPanel: Panel = { side: 'buy', amounts: { buy: '', sell: '' }, edits: {} }

export type PanelAction =
  | { readonly kind: 'side'; readonly side: Side }
  /** `instead`: of an answer that took a while. It counts only while this text still stands in the field of its side. */
  | { readonly kind: 'amount'; readonly side: Side; readonly text: string; readonly instead?: string }
  | { readonly kind: 'setting'; readonly setting: Setting; readonly edit: Edit }
  | { readonly kind: 'preset' }
  | { readonly kind: 'confirmed'; readonly side: Side; readonly text: string }

/**
 * Changes what a person has typed. Each side keeps its own amount, whichever side is shown.
 * A confirmed trade empties the field that it came from, unless the person typed something else there since.
 * Another side or preset has its own settings.
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
