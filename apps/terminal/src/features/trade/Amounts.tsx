import { useInstant } from '../../data/trade/instant.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Trade } from './useTrade.ts'

/** The preset's amounts of one side. While Instant is armed, a press trades at once. */
export function Amounts({ trade, symbol }: { trade: Trade; symbol: string }) {
  const isArmed = useInstant() === 'armed'
  const { panel, preset, tokenBalance } = trade
  const bolt = isArmed ? <Icon name="bolt" size="small" /> : null
  if (panel.side === 'buy')
    return (
      <fieldset className={`button-grid${isArmed ? ' armed buy' : ''}`} aria-label="Amounts">
        {preset.buyAmounts.map(lamports => {
          const text = plainDecimal(lamports, inSol)
          return (
            <Button
              key={text}
              aria-pressed={isArmed ? undefined : panel.amounts.buy === text}
              aria-label={isArmed ? `${text} SOL: buy ${symbol} at once` : undefined}
              onClick={() => trade.choose(lamports)}
            >
              {bolt}
              {text}
            </Button>
          )
        })}
      </fieldset>
    )
  return (
    <fieldset className={`button-grid${isArmed ? ' armed sell' : ''}`} aria-label="Shares">
      {preset.sellShares.map(bps => (
        <Button
          key={bps}
          aria-pressed={isArmed ? undefined : trade.isShare(bps)}
          aria-label={isArmed ? `${bps / 100}%: sell ${symbol} at once` : undefined}
          onClick={() => trade.chooseShare(bps)}
          blocked={!tokenBalance}
        >
          {bolt}
          {bps / 100}%
        </Button>
      ))}
    </fieldset>
  )
}
