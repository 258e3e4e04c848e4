import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lastToken } from './lastToken.ts'

function focusName(page: HTMLElement): HTMLElement {
  const name = page.querySelector('h1') ?? page
  if (name !== page) name.setAttribute('tabindex', '-1')
  name.focus({ preventScroll: true })
  return name
}

/** What waits for a page that is still being read; its name goes, and the focus with it, when the page's own comes. */
let waiting: MutationObserver | undefined

/** Begins at the top of a page, with the focus on its name unless something on it has it already. */
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
 * After going to another page the focus goes to its name, and its title is there to be said.
 *
 * @returns the title of the page that was gone to; empty before.
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
