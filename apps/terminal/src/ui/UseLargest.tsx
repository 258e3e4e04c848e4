import type { MainButton } from '../data/trade/mainButton.ts'
import { type TokenUnit, wholeText } from '../text/numberText.ts'
import { Button } from './Button.tsx'

interface UseLargestProps {
  readonly button: MainButton
  /** The unit of the amount. */
  readonly of: TokenUnit
  /** `by` says how it was pressed. After `keys` the focus must move, because the button disappears. */
  readonly onUse: (raw: bigint, by: 'keys' | 'pointer') => void
}

/** Offers the largest possible amount for a trade that is too large. */
export function UseLargest({ button, of, onUse }: UseLargestProps) {
  if (button.kind !== 'blocked' || button.largest === undefined) return null
  const { largest } = button
  return (
    <Button
      look="paper"
      size="small"
      onClick={({ currentTarget }) => onUse(largest, currentTarget.matches(':focus-visible') ? 'keys' : 'pointer')}
    >
      Use {wholeText(largest, of)}
    </Button>
  )
}
