import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lastToken } from './lastToken.ts'

/**
 * After going to another page: the focus goes to it unless something on it has it already, and its name is there to be
 * said. @returns the page's title, once one has been gone to.
 */
export function useRouteChange(page: { readonly current: HTMLElement | null }): string {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = (pathname: string) => {
      const [, mint] = /^\/t\/([^/]+)$/.exec(pathname) ?? []
      if (mint !== undefined) lastToken.set(mint)
    }
    remember(router.state.location.pathname)
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      remember(toLocation.pathname)
      if (!pathChanged || fromLocation === undefined) return
      const main = page.current
      if (main !== null) {
        main.scrollTop = 0
        if (!main.contains(document.activeElement) && document.querySelector('dialog[open]') === null)
          main.focus({ preventScroll: true })
      }
      // The page sets its title once it is there.
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(document.title), 100)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [router, page])
  return title
}
