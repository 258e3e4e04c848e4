import { errorText, unreachableText } from '../text/errorText.ts'
import { Button } from './Button.tsx'
import { Failed, Offline } from './PageState.tsx'

interface UnloadedProps {
  /** The missing content, such as "your wallet". */
  readonly what: string
  readonly error: unknown
  readonly onRetry: () => void
}

/** Replaces a page that could not be loaded: the reason, and a button to retry. */
export function Unloaded({ what, error, onRetry }: UnloadedProps) {
  const reason = errorText(error)
  if (!navigator.onLine || reason === unreachableText(true))
    return <Offline onRetry={onRetry}>Tern loads {what} when the server answers.</Offline>
  return (
    <Failed title={`Could not load ${what}`} action={<Button onClick={onRetry}>Try now</Button>}>
      {reason}
    </Failed>
  )
}
