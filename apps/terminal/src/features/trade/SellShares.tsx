import type { Listing } from '../../data/market/listing.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { takeInstant, useInstant } from '../../data/trade/instant.ts'
import { pressTrade } from '../../data/trade/pressTrade.ts'
import { session } from '../../data/wallets/session.ts'
import { shareOf } from '../../text/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface SellSharesProps {
  readonly token: Listing
  /** Raw units available to sell. */
  readonly balance: bigint
  /** Shows the preview of a sale of `amountIn` raw units. */
  readonly onAsk: (amountIn: bigint) => void
}

/** Sells a share of the balance: at once while Instant is armed, otherwise after a look at the preview. */
export function SellShares({ token, balance, onAsk }: SellSharesProps) {
  const preset = usePreset()
  const isArmed = useInstant() === 'armed'
  const sell = (amountIn: bigint) => {
    const current = session.get()
    const isStillArmed = takeInstant()
    const ask = () => onAsk(amountIn)
    if (isStillArmed === undefined || current.status !== 'unlocked') return ask()
    void pressTrade({ token, side: 'sell', amountIn, owner: current.owner, preset, isStillArmed, ask })
  }
  return (
    <span className={isArmed ? 'actions armed sell' : 'actions'}>
      {preset.sellShares.map(bps => {
        const [amountIn, share] = [shareOf(balance, bps), bps === 10_000 ? 'All' : `${bps / 100}%`]
        return (
          <Button
            key={bps}
            size="small"
            aria-label={`${share} of ${token.symbol}: sell${isArmed ? ' at once' : ''}`}
            blocked={amountIn === 0n}
            onClick={() => sell(amountIn)}
          >
            {isArmed ? <Icon name="bolt" size="small" /> : null}
            {share}
          </Button>
        )
      })}
    </span>
  )
}
