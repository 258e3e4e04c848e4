import type { ReactNode } from 'react'
import { unreachableText } from '../text/errorText.ts'
import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Ring } from './Ring.tsx'

interface PageStateProps {
  /** An icon, the ring of something under way, or the chip of an error. */
  readonly sign: IconName | 'ring' | 'error'
  readonly title: string
  /** `h1` where it stands for the whole page. */
  readonly heading?: 'h1' | 'h2'
  readonly children?: ReactNode
  /** The one thing to do next. */
  readonly action?: ReactNode
}

/**
 * What stands in a page, a card or a list instead of its content: nothing there yet, nothing that matches, being read.
 * `Offline` and `Failed` are those that several pages share.
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

/** The Tern server does not answer and there is nothing older to show. */
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

/** What happened, why, and one thing to do. */
export function Failed({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <PageState sign="error" title={title} action={action}>
      {children}
    </PageState>
  )
}
