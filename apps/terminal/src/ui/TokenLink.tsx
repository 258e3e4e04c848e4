import { useRouter } from '@tanstack/react-router'
import type { DOMAttributes, ReactNode } from 'react'
import { isPlainClick } from './isPlainClick.ts'

interface TokenLinkProps extends Pick<DOMAttributes<HTMLAnchorElement>, 'onPointerMove' | 'onPointerLeave'> {
  readonly mint: string
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A link to a token's page, for lists: the router's own link would be most of a row's rendering time, because it
 * subscribes to the route.
 */
export function TokenLink({ mint, className, children, ...pointer }: TokenLinkProps) {
  const router = useRouter()
  const to = { to: '/t/$mint', params: { mint } } as const
  const preload = () => void router.preloadRoute(to).catch(() => undefined)
  return (
    <a
      href={`/t/${mint}`}
      className={className}
      {...pointer}
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
