import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

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
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        void router.navigate(to)
      }}
    >
      {children}
    </a>
  )
}
