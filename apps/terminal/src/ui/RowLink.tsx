import { useRouter } from '@tanstack/react-router'
import type { DOMAttributes, ReactNode } from 'react'
import { isPlainClick } from './isPlainClick.ts'

interface RowLinkProps extends Pick<DOMAttributes<HTMLAnchorElement>, 'onPointerMove' | 'onPointerLeave'> {
  readonly to:
    | { readonly to: '/t/$mint'; readonly params: { readonly mint: string } }
    | { readonly to: '/pools/$address'; readonly params: { readonly address: string } }
    | { readonly to: '/swap'; readonly search: { readonly from: string; readonly to: string } }
  readonly href: string
  readonly className?: string | undefined
  /** The link's name, if its text alone does not say it. It begins with the text. */
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/**
 * A link for the rows of long lists: the router's own link would be most of a row's rendering time, because it
 * subscribes to the route.
 */
export function RowLink({ to, href, className, children, ...rest }: RowLinkProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute(to).catch(() => undefined)
  return (
    <a
      href={href}
      className={className}
      {...rest}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={event => {
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        void router.navigate(to)
      }}
    >
      {children}
    </a>
  )
}
