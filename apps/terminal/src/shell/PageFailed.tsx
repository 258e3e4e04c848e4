import { errorText } from '../text/errorText.ts'
import { Button } from '../ui/Button.tsx'
import { Failed } from '../ui/PageState.tsx'

/** Replaces a page that did not load or that crashed. The rest of the screen keeps working. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Failed
      title="Could not show this page"
      action={
        <span className="button-row">
          <Button onClick={reset}>Try again</Button>
          <Button onClick={() => location.reload()}>Reload</Button>
        </span>
      }
    >
      {errorText(error)}. If Tern was updated, reload. Trades already sent are under Activity.
    </Failed>
  )
}
