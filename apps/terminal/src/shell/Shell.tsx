import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { latestBlockhash } from '../data/blockhash.ts'
import { feed } from '../data/liveTrades.ts'
import { useNetwork } from '../data/network.ts'
import { session, unlockDialog } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { Icon, TernMark } from '../ui/Icon.tsx'
import { MoneyMark } from '../ui/MoneyMark.tsx'
import { groupDigits } from '../ui/numberText.ts'
import { ToastStack } from '../ui/ToastStack.tsx'
import { StaleBanner } from './StaleBanner.tsx'
import { UnlockDialog } from './UnlockDialog.tsx'
import { WalletCorner } from './WalletCorner.tsx'

/** What stands around every page: marker, balance, pages, the state of the feed, toasts. */
export function Shell() {
  const network = useNetwork()
  const isWelcome = useMatchRoute()({ to: '/' }) !== false
  const dialog = useStore(unlockDialog)
  return (
    <div className={`app${isWelcome ? ' welcome-app' : ''}${network?.kind === 'practice' ? ' practice' : ''}`}>
      <a className="button skip-link" href="#page">
        Skip to the page
      </a>
      <header className="topbar">
        <Link to="/discover" className="logo" translate="no" aria-label="Tern, to Discover">
          <TernMark />
          <span>tern</span>
        </Link>
        <MoneyMark />
        <span className="spacer" />
        {isWelcome ? null : <WalletCorner />}
      </header>
      {isWelcome ? null : <Rail />}
      <main className="page" id="page" tabIndex={-1}>
        <StaleBanner />
        <Outlet />
      </main>
      <Footer />
      {dialog === 'open' ? <UnlockDialog /> : null}
      <ToastStack />
    </div>
  )
}

function Rail() {
  const { status } = useStore(session)
  return (
    <nav className="rail" aria-label="Primary">
      <Link to="/discover" aria-label="Discover" title="Discover">
        <Icon name="discover" />
      </Link>
      {status === 'locked' || status === 'unlocked' ? (
        <Link to="/wallets" aria-label="Wallet" title="Wallet">
          <Icon name="wallet" />
        </Link>
      ) : null}
    </nav>
  )
}

const feedText = { waiting: 'Connecting', live: 'Live', down: 'Reconnecting' } as const

function Footer() {
  const { state } = useStore(feed)
  const blockhash = useStore(latestBlockhash)
  const network = useNetwork()
  return (
    <footer className="footer">
      <span>
        <span className={`dot${state === 'live' ? '' : state === 'down' ? ' danger' : ' warn'}`} />
        {feedText[state]}
      </span>
      {blockhash === undefined ? null : <span>Slot {groupDigits(blockhash.slot)}</span>}
      {network === undefined ? null : <span>Block {(network.slotMs / 1000).toFixed(2)} s</span>}
      <span className="spacer" />
      <span>Open source · runs on your own server</span>
    </footer>
  )
}
