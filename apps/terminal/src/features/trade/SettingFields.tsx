import { Link } from '@tanstack/react-router'
import { changePreset } from '../../data/settings/usePreset.ts'
import { noProtection, useProtection } from '../../data/trade/protection.ts'
import { Check } from '../../ui/Check.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { slippageHint } from '../../ui/Slippage.tsx'
import type { Trade } from './useTrade.ts'

/** Edits the preset's slippage and fees as they are typed. */
export function SettingFields({ trade }: { trade: Trade }) {
  const { texts, faults, preset, setSetting, panel, fees, slippageBps } = trade
  const { fee, name } = preset
  const setKind = (kind: 'auto' | 'manual') => {
    if (kind === fee.kind) return
    trade.change({ kind: 'preset' })
    const { priorityFeeLamports: priorityFee = 50_000n, bribeLamports: bribeFee = 0n } = fees ?? {}
    changePreset({ fee: kind === 'auto' ? { kind } : { kind, priorityFee, bribeFee } })
  }
  return (
    <div className="setting-fields">
      <p className="hint">Changes the {name} preset.</p>
      <Field
        label={panel.side === 'buy' ? 'Slippage when buying' : 'Slippage when selling'}
        slim
        inputMode="decimal"
        value={texts.slippage}
        error={faults.slippage}
        hint={slippageBps === undefined ? undefined : slippageHint(slippageBps)}
        onChange={event => setSetting('slippage', event.target.value)}
        autoComplete="off"
        end={<span className="faint">%</span>}
      />
      <Segmented
        label="Fees"
        options={[
          { name: 'auto', label: 'Auto' },
          { name: 'manual', label: 'Manual' },
        ]}
        chosen={fee.kind}
        onChoose={setKind}
      />
      {fee.kind === 'auto' ? (
        <p className="hint">
          Priority fee: enough for 75% of the recent blocks that used this pool. Bribe: a tip for the provider, 3/7 of
          the priority fee or the provider’s minimum, if that is more.
        </p>
      ) : (
        <>
          <Field
            label="Priority fee"
            slim
            inputMode="decimal"
            value={texts.priority}
            error={faults.priority}
            onChange={event => setSetting('priority', event.target.value)}
            autoComplete="off"
            end={<span className="faint">SOL</span>}
          />
          <Field
            label="Bribe"
            slim
            inputMode="decimal"
            value={texts.bribe}
            error={faults.bribe ?? trade.bribeFault}
            onChange={event => setSetting('bribe', event.target.value)}
            autoComplete="off"
            end={<span className="faint">SOL</span>}
          />
        </>
      )}
      <Check kind="switch" checked={preset.mevProtection} onChange={mevProtection => changePreset({ mevProtection })}>
        MEV protection
      </Check>
      {useProtection(preset) === 'none' ? <p className="hint warn">! {noProtection}</p> : null}
      <p className="hint">
        Choose providers in{' '}
        <Link to="/settings" hash="providers">
          Settings
        </Link>
        .
      </p>
    </div>
  )
}
