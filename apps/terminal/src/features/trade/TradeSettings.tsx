import { Suspense } from 'react'
import { useKey } from '../../data/keys/keys.ts'
import { armInstant, disarmInstant, useInstant } from '../../data/trade/instant.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { Check } from '../../ui/Check.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Slippage } from '../../ui/Slippage.tsx'
import type { Trade } from './useTrade.ts'

/** Got after the page, or when the settings are first opened. */
const SettingFields = lazyPage(() => import('./SettingFields.tsx'), 'SettingFields')

/** How the trade is made: the preset's slippage and fees, to be changed here, and Instant. */
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

/** Armed, the amounts trade at the first press. Absent where the settings do not let it be armed. */
function InstantSwitch() {
  const instant = useInstant()
  const turn = () => (instant === 'armed' ? disarmInstant() : armInstant())
  useKey('instant', instant === 'off' ? undefined : turn)
  if (instant === 'off') return null
  return (
    <Check kind="switch" checked={instant === 'armed'} onChange={turn} title="Amounts trade at the first press">
      Instant
    </Check>
  )
}
