import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { useRef } from 'react'
import { useNetwork } from '../data/network.ts'
import { useSettings } from '../data/settings/settings.ts'
import { useStore } from '../data/store.ts'
import { unlockDialog } from '../data/wallets/session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Icon, TernMark } from '../ui/Icon.tsx'
import { Keys } from '../ui/Keys.tsx'
import { MoneyMark } from '../ui/MoneyMark.tsx'
import { ToastStack } from '../ui/ToastStack.tsx'
import { Banners } from './Banners.tsx'
import { Footer } from './Footer.tsx'
import { KeySheet } from './KeySheet.tsx'
import { overlay } from './overlay.ts'
import { Palette } from './Palette.tsx'
import { Rail } from './Rail.tsx'
import { SkipLinks } from './SkipLinks.tsx'
import './shell.css'
import { UnlockDialog } from './UnlockDialog.tsx'
import { useRouteChange } from './useRouteChange.ts'
import { useShellKeys } from './useShellKeys.ts'
import { WalletCorner } from './WalletCorner.tsx'

/** What stands around every page: marker, search, balance, pages, the state of the feed, toasts. */
export function Shell() {
  const network = useNetwork()
  const isAt = useMatchRoute()
  const isWelcome = isAt({ to: '/' }) !== false
  const kind = isWelcome
    ? ' welcome-app'
    : isAt({ to: '/t/$mint' }) !== false
      ? ' token-app'
      : isAt({ to: '/discover' }) !== false
        ? ' discover-app'
        : ''
  const page = useRef<HTMLElement>(null)
  const title = useRouteChange(page)
  useShellKeys()
  return (
    <div className={`app${kind}${network?.kind === 'practice' ? ' practice' : ''}`}>
      <SkipLinks />
      <header className="topbar">
        <Link to="/discover" className="logo" translate="no" aria-label="Tern, to Discover">
          <TernMark />
          <span>tern</span>
        </Link>
        <MoneyMark />
        {isWelcome ? null : <Omnibox />}
        <span className="spacer" />
        {isWelcome ? null : <WalletCorner />}
      </header>
      {isWelcome ? null : <Rail />}
      <main ref={page} className="page" id="page" tabIndex={-1}>
        <Banners />
        <Outlet />
      </main>
      <Footer />
      <Overlays />
      <ToastStack />
      <p className="visually-hidden" role="status">
        {title}
      </p>
    </div>
  )
}

/** Looks like a field and opens the search. */
function Omnibox() {
  const { keys } = useSettings()
  return (
    <button
      type="button"
      className={`omnibox ${buttonClass({})}`}
      aria-label="Search tokens, mints, pages and actions"
      aria-haspopup="dialog"
      onClick={() => overlay.set('search')}
    >
      <Icon name="search" />
      <span className="omnibox-words">Search token, mint, page…</span>
      <Keys text={keys.search} />
    </button>
  )
}

function Overlays() {
  const shown = useStore(overlay)
  const dialog = useStore(unlockDialog)
  return (
    <>
      {dialog === 'open' ? <UnlockDialog /> : null}
      {shown === 'search' ? <Palette /> : null}
      {shown === 'keys' ? <KeySheet /> : null}
    </>
  )
}
