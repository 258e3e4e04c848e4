import { parsePresetName } from '../../data/settings/readSettings.ts'
import type { Preset } from '../../data/settings/settings.ts'
import { maxPresetNameLength } from '../../data/settings/standardSettings.ts'
import { noProtection, useProtection } from '../../data/trade/protection.ts'
import { inSol, plainDecimal, unscaled } from '../../text/numberText.ts'
import { readBribe, readPriorityFee, readSlippage, readSol, type Typed } from '../../text/typed.ts'
import { Check } from '../../ui/Check.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { slippageHint } from '../../ui/Slippage.tsx'
import { DraftField } from './DraftField.tsx'

const solText = (lamports: bigint) => plainDecimal(lamports, inSol)
const percentText = (bps: number) => plainDecimal(BigInt(bps), unscaled(2))

function readName(text: string): Typed<string> {
  const name = parsePresetName(text)
  return name === undefined ? { reason: `Use 1 to ${maxPresetNameLength} characters` } : { value: name }
}

/** Words the faults of a slippage for a share. */
const shareReasons: Readonly<Record<string, string>> = {
  'Enter a slippage': 'Enter a share',
  'Max slippage is 100%': 'Max share is 100%',
}

function readShare(text: string): Typed<number> {
  const typed = readSlippage(text)
  if ('reason' in typed) return { reason: shareReasons[typed.reason] ?? typed.reason }
  return typed.value === 0 ? { reason: 'Enter more than 0%' } : typed
}

/** Copies `list` with another value at `index`. */
const withOne = <T,>(list: readonly T[], index: number, value: T) => list.map((one, at) => (at === index ? value : one))

interface PresetFieldsProps {
  readonly preset: Preset
  readonly onChange: (change: Partial<Preset>) => void
}

/** The fields of a preset. */
export function PresetFields({ preset, onChange }: PresetFieldsProps) {
  const { name, buyAmounts, sellShares, slippageBps } = preset
  return (
    <>
      <div className="field-pair">
        <DraftField
          label="Name"
          value={name}
          format={one => one}
          read={readName}
          onValue={name => onChange({ name })}
          inputMode="text"
        />
      </div>
      <fieldset className="four-fields">
        <legend>Buy amounts</legend>
        {buyAmounts.map((lamports, index) => (
          <DraftField
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the amount
            key={index}
            label={`${index + 1}`}
            fullLabel={`Buy amount ${index + 1}`}
            unit="SOL"
            value={lamports}
            format={solText}
            read={readSol}
            onValue={value => onChange({ buyAmounts: withOne(buyAmounts, index, value) })}
          />
        ))}
      </fieldset>
      <fieldset className="four-fields">
        <legend>Sell shares</legend>
        {sellShares.map((bps, index) => (
          <DraftField
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the share
            key={index}
            label={`${index + 1}`}
            fullLabel={`Sell share ${index + 1}`}
            unit="%"
            value={bps}
            format={percentText}
            read={readShare}
            onValue={value => onChange({ sellShares: withOne(sellShares, index, value) })}
          />
        ))}
      </fieldset>
      <div className="field-pair">
        <DraftField
          label="Slippage when buying"
          unit="%"
          hint={slippageHint(slippageBps.buy)}
          value={slippageBps.buy}
          format={percentText}
          read={readSlippage}
          onValue={buy => onChange({ slippageBps: { ...slippageBps, buy } })}
        />
        <DraftField
          label="Slippage when selling"
          unit="%"
          hint={slippageHint(slippageBps.sell)}
          value={slippageBps.sell}
          format={percentText}
          read={readSlippage}
          onValue={sell => onChange({ slippageBps: { ...slippageBps, sell } })}
        />
      </div>
      <FeeFields preset={preset} onChange={onChange} />
      <Check kind="switch" checked={preset.mevProtection} onChange={mevProtection => onChange({ mevProtection })}>
        MEV protection
        <span className="hint">
          Protects against front-running: the trade goes only through the tipped provider. jito, bloxroute and 0slot
          support it; normal sending does not.
        </span>
        {useProtection(preset) === 'none' ? <span className="hint warn">! {noProtection}</span> : null}
      </Check>
    </>
  )
}

const feeKinds = [
  { name: 'auto', label: 'Auto' },
  { name: 'manual', label: 'Manual' },
] as const

/** The first manual fees: the minimum of an automatic fee, and 3/7 of it as the bribe. */
const firstManual = { kind: 'manual', priorityFee: 50_000n, bribeFee: 21_428n } as const

function FeeFields({ preset: { fee }, onChange }: PresetFieldsProps) {
  const setKind = (kind: 'auto' | 'manual') => {
    if (kind !== fee.kind) onChange({ fee: kind === 'auto' ? { kind } : firstManual })
  }
  return (
    <fieldset className="fee-fields">
      <legend>Fees</legend>
      <Segmented label="Fees" options={feeKinds} chosen={fee.kind} onChoose={setKind} />
      {fee.kind === 'auto' ? (
        <p className="hint">
          Priority fee: enough for 75% of the recent blocks that used the pool. Bribe: a tip for the provider, 3/7 of
          the priority fee or the provider’s minimum, if that is more.
        </p>
      ) : (
        <div className="field-pair">
          <DraftField
            label="Priority fee"
            unit="SOL"
            value={fee.priorityFee}
            format={solText}
            read={readPriorityFee}
            onValue={priorityFee => onChange({ fee: { ...fee, priorityFee } })}
          />
          <DraftField
            label="Bribe"
            unit="SOL"
            value={fee.bribeFee}
            format={solText}
            read={readBribe}
            onValue={bribeFee => onChange({ fee: { ...fee, bribeFee } })}
          />
        </div>
      )}
    </fieldset>
  )
}
