import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useStore } from './data/store.ts'
import { session } from './data/wallets/session.ts'
import { retryVault } from './data/wallets/vault.ts'
import type { LazyPage } from './lazyPage.tsx'
import { Button } from './ui/Button.tsx'
import { PageState } from './ui/PageState.tsx'

/** A placeholder while a page waits. It appears late, because most waits are short. */
export function Waiting({ title = 'Loading', children }: { title?: string; children?: ReactNode }) {
  return (
    <div className="late" aria-busy="true">
      <PageState sign="ring" title={title} heading="h1">
        {children}
      </PageState>
    </div>
  )
}

const Looking = () => <Waiting title="Loading your wallets">The vault in this browser has not answered yet.</Waiting>

const toWelcome = <Navigate to="/" replace />

/** A page that needs a wallet. It waits until the wallets are known; without a wallet it leads to Welcome. */
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

/** A page for visitors without a wallet; with a wallet it leads to Discover. */
export function strangersPage(Page: LazyPage<object>): LazyPage<object> {
  function StrangersPage() {
    const { status } = useStore(session)
    const isIn = useRef(false)
    if (status === 'loading') return <Looking />
    // After a visitor has made a wallet here, the page stays until it navigates itself.
    if (!isIn.current && (status === 'locked' || status === 'unlocked')) return <Navigate to="/discover" replace />
    isIn.current = true
    return <Page />
  }
  return Object.assign(StrangersPage, { preload: Page.preload })
}
