import type { MainButton } from '../data/trade/mainButton.ts'
import { type TokenUnit, wholeText } from '../text/numberText.ts'
import { Button } from './Button.tsx'

interface UseLargestProps {
  readonly button: MainButton
  /** The unit of the amount. */
  readonly of: TokenUnit
  /** `by`: keys, whose focus must go somewhere once the button is gone, or a pointer. */
  readonly onUse: (raw: bigint, by: 'keys' | 'pointer') => void
}

/** Where a trade is for more than can be had: one press for the largest amount that works. */
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
