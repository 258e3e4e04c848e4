import { errorText } from '../text/errorText.ts'
import { withNextStep } from '../text/nextStep.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface UnreadProps {
  /** The missing content, as a sentence without a full stop. */
  readonly what: string
  readonly error: unknown
  readonly onRetry: () => void
}

/** Replaces a part of a page that failed to load: the content, the reason, and a button to retry. */
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
