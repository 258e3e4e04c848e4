import { Suspense } from 'react'
import { useKey } from '../../data/keys/keyHandlers.ts'
import { armInstant, disarmInstant, useInstant } from '../../data/trade/instant.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { Check } from '../../ui/Check.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Slippage } from '../../ui/Slippage.tsx'
import type { Trade } from './useTrade.ts'

/** Loads after the page, or when the settings are first opened. */
const SettingFields = lazyPage(() => import('./SettingFields.tsx'), 'SettingFields')

/** The preset's slippage and fees, and the Instant switch. */
export function TradeSettings({ trade }: { trade: Trade }) {
  const { texts, faults, preset, fees } = trade
  usePreload(SettingFields)
  const feeText =
    preset.fee.kind === 'auto'
      ? `auto ${fees === undefined ? '…' : plainDecimal(fees.priorityFeeLamports, inSol)}`
      : faults.priority === undefined
        ? texts.priority
        : '–'
  return (
    <div className="trade-settings">
      <Popover
        size="small"
        look="quiet"
        label="Slippage and fees"
        trigger={
          <span>
            Slippage{' '}
            <b>
              <Slippage bps={trade.slippageBps} />
            </b>{' '}
            · fee <b>{feeText}</b>
          </span>
        }
      >
        <Suspense>
          <SettingFields trade={trade} />
        </Suspense>
      </Popover>
      <span className="spacer" />
      <InstantSwitch />
    </div>
  )
}

/** While Instant is armed, an amount trades on the first press. The switch is absent if the settings forbid Instant. */
function InstantSwitch() {
  const instant = useInstant()
  const turn = () => (instant === 'armed' ? disarmInstant() : armInstant())
  useKey('instant', instant === 'off' ? undefined : turn)
  if (instant === 'off') return null
  return (
    <Check kind="switch" checked={instant === 'armed'} onChange={turn} title="Amounts trade on one press">
      Instant
    </Check>
  )
}
