import type { Preset } from '../../data/settings/settings.ts'
import type { TradeFees } from '../../data/trade/chooseWay.ts'
import type { Side } from '../../data/trade/planTrade.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { plainDecimal } from '../../text/numberText.ts'
import { readBribe, readPriorityFee, readSlippage, type Typed } from '../../text/typed.ts'
import type { Panel, Setting } from './panel.ts'

/** Basis points as a percentage: `50` → `0.5`. */
const percentDecimal = (bps: number) => plainDecimal(BigInt(bps), 2)

/** The settings of one side as they stand in their fields: what is being typed, else what the preset says. */
export function settingTexts(preset: Preset, side: Side, edits: Panel['edits']): Readonly<Record<Setting, string>> {
  const { fee, slippageBps } = preset
  const manual = fee.kind === 'manual' ? fee : { priorityFee: 0n, bribeFee: 0n }
  return {
    slippage: edits.slippage ?? percentDecimal(slippageBps[side]),
    priority: edits.priority ?? plainDecimal(manual.priorityFee, 9),
    bribe: edits.bribe ?? plainDecimal(manual.bribeFee, 9),
  }
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

/** What typing changes of the preset, once what is typed can be read. */
export function presetChange(preset: Preset, side: Side, setting: Setting, text: string): Partial<Preset> | undefined {
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
