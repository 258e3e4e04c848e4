import type { Preset, Settings } from '../../data/settings/settings.ts'
import type { TradeFees } from '../../data/trade/chooseProvider.ts'
import type { Side } from '../../data/trade/planTrade.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { inSol, plainDecimal, unscaled } from '../../text/numberText.ts'
import { readBribe, readPriorityFee, readSlippage, type Typed } from '../../text/typed.ts'
import type { Edit, Panel, Setting } from './panel.ts'

/** Basis points as a percentage: `50` → `0.5`. */
const percentDecimal = (bps: number) => plainDecimal(BigInt(bps), unscaled(2))

/** The presets, and the place of the one that trades go by. */
export type ChosenPreset = Pick<Settings, 'presets' | 'chosenPreset'>

/** The settings of one side as the preset has them. */
function presetTexts({ fee, slippageBps }: Preset, side: Side): Readonly<Record<Setting, string>> {
  const manual = fee.kind === 'manual' ? fee : { priorityFee: 0n, bribeFee: 0n }
  return {
    slippage: percentDecimal(slippageBps[side]),
    priority: plainDecimal(manual.priorityFee, inSol),
    bribe: plainDecimal(manual.bribeFee, inSol),
  }
}

/**
 * The settings of one side as their fields show them: the text that is being typed, otherwise what the preset says.
 * A text that was typed under another preset does not count, nor does one whose preset was changed elsewhere since.
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

/** A text that was just typed under a preset, and what it changes of the preset once the text can be read. */
export function editOf(
  { presets, chosenPreset }: ChosenPreset,
  side: Side,
  setting: Setting,
  text: string,
): { readonly edit: Edit; readonly change: Partial<Preset> | undefined } {
  const preset = presets[chosenPreset]
  const change = presetChange(preset, side, setting, text)
  const standing = presetTexts({ ...preset, ...change }, side)[setting]
  return { edit: { text, preset: chosenPreset, standing }, change }
}

/** What the fields come to; automatic fees come from elsewhere. */
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

/** Why a setting cannot be read as it is typed, and what to do about it; a setting that can be is not in it. */
export function settingFaults(texts: Readonly<Record<Setting, string>>): { readonly [S in Setting]?: string } {
  const typed = {
    slippage: readSlippage(texts.slippage),
    priority: readPriorityFee(texts.priority),
    bribe: readBribe(texts.bribe),
  }
  return Object.fromEntries(
    Object.entries(typed).flatMap(([setting, read]) =>
      'reason' in read ? [[setting, withNextStep(read.reason)]] : [],
    ),
  )
}

/** The change of the preset that a typed text means; `undefined` while the text cannot be read. */
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
