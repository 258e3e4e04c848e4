import type { Preset, Settings } from '../../data/settings/settings.ts'
import type { TradeFees } from '../../data/trade/chooseProvider.ts'
import type { Side } from '../../data/trade/planWithProviders.ts'
import { inSol, plainDecimal, unscaled } from '../../text/numberText.ts'
import { faultText } from '../../text/tradeSteps.ts'
import { readBribe, readPriorityFee, readSlippage, type Typed } from '../../text/typed.ts'
import type { Edit, Panel, Setting } from './panel.ts'

/** Basis points as a percentage: `50` → `0.5`. */
const percentDecimal = (bps: number) => plainDecimal(BigInt(bps), unscaled(2))

/** The presets, and the index of the chosen preset. */
export type ChosenPreset = Pick<Settings, 'presets' | 'chosenPreset'>

/** The preset's texts for one side. Fees are `0` while they are automatic. */
function presetTexts({ fee, slippageBps }: Preset, side: Side): Readonly<Record<Setting, string>> {
  const manual = fee.kind === 'manual' ? fee : { priorityFee: 0n, bribeFee: 0n }
  return {
    slippage: percentDecimal(slippageBps[side]),
    priority: plainDecimal(manual.priorityFee, inSol),
    bribe: plainDecimal(manual.bribeFee, inSol),
  }
}

/**
 * The texts of the setting fields for one side: the text that is being typed, otherwise the preset's.
 * An edit counts only under its own preset, and only while that preset has not been changed elsewhere.
 */
export function settingTexts(
  { presets, chosenPreset }: ChosenPreset,
  side: Side,
  edits: Panel['edits'],
): Readonly<Record<Setting, string>> {
  const texts = presetTexts(presets[chosenPreset], side)
  const textOf = (setting: Setting) => {
    const edit = edits[setting]
    const isOf = edit !== undefined && edit.preset === chosenPreset && edit.standing === texts[setting]
    return isOf ? edit.text : texts[setting]
  }
  return { slippage: textOf('slippage'), priority: textOf('priority'), bribe: textOf('bribe') }
}

/** Makes an edit from a typed text, and the change of the preset if the text parses. */
export function editOf(
  { presets, chosenPreset }: ChosenPreset,
  { side, setting }: { readonly side: Side; readonly setting: Setting },
  text: string,
): { readonly edit: Edit; readonly change: Partial<Preset> | undefined } {
  const preset = presets[chosenPreset]
  const change = presetChange(preset, side, setting, text)
  const standing = presetTexts({ ...preset, ...change }, side)[setting]
  return { edit: { text, preset: chosenPreset, standing }, change }
}

/** Parses the fields. Automatic fees are computed elsewhere. */
export function readSettingTexts(texts: Readonly<Record<Setting, string>>): {
  readonly slippage: Typed<number>
  readonly manualFees: Typed<TradeFees>
} {
  const [priority, bribe] = [readPriorityFee(texts.priority), readBribe(texts.bribe)]
  const manualFees =
    'reason' in priority
      ? priority
      : 'reason' in bribe
        ? bribe
        : { value: { priorityFeeLamports: priority.value, bribeLamports: bribe.value } }
  return { slippage: readSlippage(texts.slippage), manualFees }
}

/** The faults of the fields, each with a next step; fields that parse have no entry. */
export function settingFaults(texts: Readonly<Record<Setting, string>>): { readonly [S in Setting]?: string } {
  const typed = {
    slippage: readSlippage(texts.slippage),
    priority: readPriorityFee(texts.priority),
    bribe: readBribe(texts.bribe),
  }
  return Object.fromEntries(
    Object.entries(typed).flatMap(([setting, read]) => ('reason' in read ? [[setting, faultText(read.reason)]] : [])),
  )
}

/** The change of the preset that a typed text asks for; `undefined` while the text does not parse. */
function presetChange(preset: Preset, side: Side, setting: Setting, text: string): Partial<Preset> | undefined {
  if (setting === 'slippage') {
    const typed = readSlippage(text)
    return 'value' in typed ? { slippageBps: { ...preset.slippageBps, [side]: typed.value } } : undefined
  }
  const typed = setting === 'priority' ? readPriorityFee(text) : readBribe(text)
  if (preset.fee.kind !== 'manual' || 'reason' in typed) return undefined
  const { priorityFee, bribeFee } = preset.fee
  const fee = setting === 'priority' ? { priorityFee: typed.value, bribeFee } : { priorityFee, bribeFee: typed.value }
  return { fee: { kind: 'manual', ...fee } }
}
