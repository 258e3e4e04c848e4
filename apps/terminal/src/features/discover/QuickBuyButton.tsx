import { useSettings } from '../../data/settings/settings.ts'
import { useInstant } from '../../data/trade/instant.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface QuickBuyButtonProps {
  readonly mint: string
  readonly symbol: string
  readonly onPress: (mint: string) => void
}

/** Buys the quick-buy amount: at once while Instant is armed, otherwise after a look at the preview. */
export function QuickBuyButton({ mint, symbol, onPress }: QuickBuyButtonProps) {
  const { quickBuy } = useSettings()
  const isArmed = useInstant() === 'armed'
  const amount = plainDecimal(quickBuy, inSol)
  return (
    <Button
      look="quick"
      size="small"
      aria-label={`Quick buy ${amount} SOL of ${symbol}${isArmed ? ' at once' : ''}`}
      data-armed={isArmed || undefined}
      onClick={() => onPress(mint)}
    >
      <Icon name="bolt" size="small" />
      {amount}
    </Button>
  )
}
