import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPlainClick } from './isPlainClick.ts'

/** Leads to a token's page: in lists, where the router's own link, which follows the whole route, is most of a row's work. */
export function TokenLink({ mint, className, children }: { mint: string; className?: string; children: ReactNode }) {
  const router = useRouter()
  const to = { to: '/t/$mint', params: { mint } } as const
  const preload = () => void router.preloadRoute(to).catch(() => undefined)
  return (
    <a
      href={`/t/${mint}`}
      className={className}
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
