import { Age } from '../../ui/Age.tsx'
import { Skeleton } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'

interface Read {
  readonly error: unknown
  readonly refetch: () => unknown
}

interface NotReadProps {
  /** What a tab is of: `holders`. */
  readonly what: string
  readonly read: Read
}

/** Stands for what a tab is of while it is read, and where it could not be. */
export function NotRead({ what, read: { error, refetch } }: NotReadProps) {
  return error === null ? (
    <p className="dock-note" role="status" aria-label={`The ${what} are being read`}>
      <Skeleton width={320} />
    </p>
  ) : (
    <p className="dock-note soft cell">
      The {what} could not be read.{' '}
      <Button size="small" onClick={() => void refetch()}>
        Try now
      </Button>
    </p>
  )
}

/** Below what was read and could not be read again: how old it is. */
export function ReadBefore({ read }: { read: Read & { readonly dataUpdatedAt: number } }) {
  if (read.error === null) return null
  return (
    <>
      {' '}
      Read <Age since={Math.floor(read.dataUpdatedAt / 1000)} /> ago, and it could not be read again.
    </>
  )
}
