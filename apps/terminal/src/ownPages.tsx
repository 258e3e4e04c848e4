import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useStore } from './data/store.ts'
import { session } from './data/wallets/session.ts'
import { retryVault } from './data/wallets/vault.ts'
import type { LazyPage } from './lazyPage.tsx'
import { Button } from './ui/Button.tsx'
import { PageState } from './ui/PageState.tsx'

/** What stands in a page's place while something is waited for: not at once, because mostly it is there in a moment. */
export function Waiting({ title = 'Opening the page', children }: { title?: string; children?: ReactNode }) {
  return (
    <div className="late" aria-busy="true">
      <PageState sign="ring" title={title} heading="h1">
        {children}
      </PageState>
    </div>
  )
}

const Looking = () => <Waiting title="Looking for your wallets">The vault of this browser is asked for them.</Waiting>

const toWelcome = <Navigate to="/" replace />

/** A page of somebody with a wallet, whom it waits for; who has none is led to Welcome, once that is known. */
export function ownPage(Page: LazyPage<object>): LazyPage<object> {
  function OwnPage() {
    const current = useStore(session)
    switch (current.status) {
      case 'loading':
        return <Looking />
      case 'unreachable':
        return (
          <PageState
            sign="wallet"
            title="Your wallets are not loaded"
            heading="h1"
            action={current.host === undefined ? null : <Button onClick={retryVault}>Try again</Button>}
          >
            {current.why}. This page opens when it answers.
          </PageState>
        )
      case 'none':
      case 'refused':
        return toWelcome
      default:
        return <Page />
    }
  }
  return Object.assign(OwnPage, { preload: Page.preload })
}

/** The page of somebody without a wallet; who has one is led to Discover. */
export function strangersPage(Page: LazyPage<object>): LazyPage<object> {
  function StrangersPage() {
    const { status } = useStore(session)
    const isIn = useRef(false)
    if (status === 'loading') return <Looking />
    // Who got a wallet here leaves when the page says so.
    if (!isIn.current && (status === 'locked' || status === 'unlocked')) return <Navigate to="/discover" replace />
    isIn.current = true
    return <Page />
  }
  return Object.assign(StrangersPage, { preload: Page.preload })
}
