import { errorText } from '../text/errorText.ts'
import { withNextStep } from '../text/nextStep.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface UnreadProps {
  /** What is missing, as a sentence without its point: `The candles could not be read`. */
  readonly what: string
  readonly error: unknown
  readonly onRetry: () => void
}

/** Stands for a part of a page that could not be read: what, why, and a button that asks again. */
export function Unread({ what, error, onRetry }: UnreadProps) {
  const again = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Banner kind="caution" place="inset" end={again}>
      {what}. {withNextStep(errorText(error))}
    </Banner>
  )
}
