import { CatchBoundary, Link, Outlet, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { useNetwork } from '../data/network.ts'
import { useSettings } from '../data/settings/settings.ts'
import { useStore } from '../data/store.ts'
import { unlockDialog } from '../data/wallets/session.ts'
import { windowRequest } from '../data/wallets/vault.ts'
import { lazyPage } from '../lazyPage.tsx'
import { AwaitDialog } from '../ui/AwaitDialog.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Icon, TernMark } from '../ui/Icon.tsx'
import { Keys } from '../ui/Keys.tsx'
import { MoneyMark } from '../ui/MoneyMark.tsx'
import { ToastStack } from '../ui/ToastStack.tsx'
import { Banners } from './Banners.tsx'
import { Footer } from './Footer.tsx'
import { overlay } from './overlay.ts'
import { Palette } from './Palette.tsx'
import { Rail } from './Rail.tsx'
import { SkipLinks } from './SkipLinks.tsx'
import './shell.css'
import { UnlockDialog } from './UnlockDialog.tsx'
import { useRouteChange } from './useRouteChange.ts'
import { useShellKeys } from './useShellKeys.ts'
import { WalletCorner } from './WalletCorner.tsx'

/** The frame of every page: money marker, search, wallet, pages, status line, dialogs and toasts. */
export function Shell() {
  const network = useNetwork()
  const kind = useLocation({ select: ({ pathname }) => kindOf(pathname) })
  const isWelcome = kind === ' welcome-app'
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

/** The page's extra class: pages that fill the window have another layout. */
function kindOf(pathname: string): '' | ' welcome-app' | ' token-app' | ' discover-app' {
  if (pathname === '/') return ' welcome-app'
  if (pathname.startsWith('/t/')) return ' token-app'
  return pathname === '/discover' ? ' discover-app' : ''
}

/** A button that looks like a field and opens the search. */
function Omnibox() {
  const { keys } = useSettings()
  return (
    <button
      type="button"
      className={`omnibox ${buttonClass({})}`}
      aria-label="Search token, mint, page… or action"
      aria-haspopup="dialog"
      onClick={() => overlay.set('search')}
    >
      <Icon name="search" />
      <span className="omnibox-words">Search token, mint, page…</span>
      <span aria-hidden="true">
        <Keys text={keys.search} />
      </span>
    </button>
  )
}

/** Loads after the page, or when opened. */
export const KeySheet = lazyPage(() => import('./KeySheet.tsx'), 'KeySheet')

/** Loads after the page, or when a form opens in the vault's window. */
export const VaultWindowDialog = lazyPage(() => import('./VaultWindowDialog.tsx'), 'VaultWindowDialog')

function Overlays() {
  const shown = useStore(overlay)
  const dialog = useStore(unlockDialog)
  const request = useStore(windowRequest)
  return (
    <>
      {dialog === 'open' ? <UnlockDialog /> : null}
      <AwaitDialog>{request === undefined ? null : <VaultWindowDialog {...request} />}</AwaitDialog>
      {shown === 'search' ? <Palette /> : null}
      <CatchBoundary getResetKey={() => shown} errorComponent={() => null}>
        <AwaitDialog>{shown === 'keys' ? <KeySheet /> : null}</AwaitDialog>
      </CatchBoundary>
    </>
  )
}
