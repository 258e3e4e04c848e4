import type { ReactNode } from 'react'
import { unreachableText } from '../text/errorText.ts'
import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Ring } from './Ring.tsx'

interface PageStateProps {
  /** An icon, the ring of a running task, or the chip of an error. */
  readonly sign: IconName | 'ring' | 'error'
  readonly title: string
  /** `h1` if it replaces the whole page. */
  readonly heading?: 'h1' | 'h2'
  readonly children?: ReactNode
  /** The next step. */
  readonly action?: ReactNode
}

/**
 * Replaces the content of a page, card or list: empty, no matches, loading.
 * `Offline` and `Failed` are the states that several pages share.
 */
export function PageState({ sign, title, heading: Heading = 'h2', children, action }: PageStateProps) {
  return (
    <div className="empty" role={sign === 'error' ? 'alert' : sign === 'ring' ? 'status' : undefined}>
      {sign === 'ring' ? (
        <Ring size="large" />
      ) : sign === 'error' ? (
        <Chip kind="danger">Error</Chip>
      ) : (
        <Icon name={sign} />
      )}
      <Heading>{title}</Heading>
      {children === undefined ? null : <p>{children}</p>}
      {action}
    </div>
  )
}

interface OfflineProps extends Pick<PageStateProps, 'heading'> {
  readonly title?: string
  readonly children: ReactNode
  readonly onRetry: () => void
}

/** Shown if the Tern server does not answer and there is no older data. */
export function Offline({
  title = unreachableText(navigator.onLine),
  heading = 'h2',
  children,
  onRetry,
}: OfflineProps) {
  return (
    <PageState sign="offline" title={title} heading={heading} action={<Button onClick={onRetry}>Try now</Button>}>
      {children}
    </PageState>
  )
}

/** Shown after a failure: the event, the reason and one action. */
export function Failed({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <PageState sign="error" title={title} action={action}>
      {children}
    </PageState>
  )
}
