import { useCallback, useSyncExternalStore } from 'react'

/** Returns `true` while a media query matches. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}
