import { Age } from '../../ui/Age.tsx'
import { Skeleton } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'

interface Read {
  readonly error: unknown
  readonly refetch: () => unknown
}

interface NotReadProps {
  /** The content of the tab: `holders`. */
  readonly what: string
  readonly read: Read
}

/** Replaces a tab's content while it loads, and after it failed to load. */
export function NotRead({ what, read: { error, refetch } }: NotReadProps) {
  return error === null ? (
    <p className="dock-note" role="status" aria-label={`Loading ${what}`}>
      <Skeleton width={320} />
    </p>
  ) : (
    <p className="dock-note soft cell">
      Could not load the {what}.{' '}
      <Button size="small" onClick={() => void refetch()}>
        Try now
      </Button>
    </p>
  )
}

/** Shows the age of content that could not be refreshed. */
export function ReadBefore({ read }: { read: Read & { readonly dataUpdatedAt: number } }) {
  if (read.error === null) return null
  return (
    <>
      {' '}
      Updated <Age since={Math.floor(read.dataUpdatedAt / 1000)} /> ago; the refresh failed.
    </>
  )
}
