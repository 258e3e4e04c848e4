import { useRouter } from '@tanstack/react-router'
import { useExplorer } from './Address.tsx'
import { buttonClass } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { isPlainClick } from './isPlainClick.ts'

/** A link to a transaction: to the explorer, or to its line in Activity if no explorer shows the chain. */
export function TransactionLink({ signature }: { signature: string }) {
  const href = useExplorer({ value: signature, kind: 'transaction' })
  // The design sheet has no router.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const className = buttonClass({ size: 'small' })
  if (href !== undefined)
    return (
      <a className={className} href={href} target="_blank" rel="noreferrer">
        <Icon name="explorer" size="small" />
        Explorer
      </a>
    )
  return (
    <a
      className={className}
      href={`/activity?tx=${signature}`}
      onClick={event => {
        if (router === undefined || !isPlainClick(event)) return
        event.preventDefault()
        void router.navigate({ to: '/activity', search: { tx: signature } })
      }}
    >
      <Icon name="activity" size="small" />
      Activity
    </a>
  )
}
