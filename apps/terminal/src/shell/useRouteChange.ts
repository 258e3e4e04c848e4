import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lastToken } from './lastToken.ts'

function focusName(page: HTMLElement): HTMLElement {
  const name = page.querySelector('h1') ?? page
  if (name !== page) name.setAttribute('tabindex', '-1')
  name.focus({ preventScroll: true })
  return name
}

/** Watches a page that is loading: when its own heading replaces the placeholder's, the focus must move there. */
let waiting: MutationObserver | undefined

/** Scrolls a page to the top and focuses its heading, unless the focus is inside already. */
function enter(page: HTMLElement): void {
  waiting?.disconnect()
  page.scrollTop = 0
  if (page.contains(document.activeElement) || document.querySelector('dialog[open]') !== null) return
  const name = focusName(page)
  if (name.closest('[aria-busy="true"]') === null) return
  const observer = new MutationObserver(() => {
    if (name.isConnected) return
    observer.disconnect()
    if (document.activeElement === document.body) focusName(page)
  })
  observer.observe(page, { childList: true, subtree: true })
  waiting = observer
}

/**
 * Moves the focus to the heading of a page after a navigation, and announces its title.
 *
 * @returns the title of the page after a navigation; empty before the first
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
      if (page.current !== null) enter(page.current)
      // The page sets its title after it has rendered.
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
