import { typedAmount } from '@tern/core'
import { usePreset } from '../../data/settings/usePreset.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import { shareOf } from '../../text/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { applyToPanel } from './panelStore.ts'

interface SellSharesProps {
  readonly token: TokenUnit & { readonly mint: string; readonly symbol: string }
  /** Raw units that there are to sell. */
  readonly balance: bigint
  /** The amount is in the panel: what holds it shows it. */
  readonly onChosen: () => void
}

/** Puts a share of what is held into the trade panel, ready to be sold. */
export function SellShares({ token, balance, onChosen }: SellSharesProps) {
  const { sellShares } = usePreset()
  const choose = (bps: number) => {
    applyToPanel(token.mint, { kind: 'side', side: 'sell' })
    applyToPanel(token.mint, {
      kind: 'amount',
      side: 'sell',
      text: typedAmount(shareOf(balance, bps), token),
    })
    onChosen()
  }
  return (
    <span className="actions">
      {sellShares.map(bps => {
        const share = bps === 10_000 ? 'All' : `${bps / 100}%`
        return (
          <Button key={bps} size="small" aria-label={`${share} of ${token.symbol}: sell`} onClick={() => choose(bps)}>
            {share}
          </Button>
        )
      })}
    </span>
  )
}
