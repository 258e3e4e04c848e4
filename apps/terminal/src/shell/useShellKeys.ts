import { useMatchRoute, useNavigate } from '@tanstack/react-router'
import { useKey } from '../data/keys/keyHandlers.ts'
import { tokenQuery } from '../data/market/token.ts'
import { queryClient } from '../data/queryClient.ts'
import { toggleStar } from '../data/settings/stars.ts'
import { useStore } from '../data/store.ts'
import { openToast } from '../data/toasts.ts'
import { lockWallet, session, unlockDialog } from '../data/wallets/session.ts'
import { focusLatestToast } from '../ui/ToastStack.tsx'
import { lastToken } from './lastToken.ts'
import { overlay } from './overlay.ts'

/** The keys that work on every page. */
export function useShellKeys(): void {
  const navigate = useNavigate()
  useKey('search', () => overlay.set('search'))
  useKey('help', () => overlay.set('keys'))
  useKey('goDiscover', () => void navigate({ to: '/discover' }))
  const mint = useStore(lastToken)
  useKey('goToken', mint === undefined ? undefined : () => void navigate({ to: '/t/$mint', params: { mint } }))
  useKey('goSwap', () => void navigate({ to: '/swap' }))
  useKey('goPools', () => void navigate({ to: '/pools' }))
  useKey('goPortfolio', () => void navigate({ to: '/portfolio' }))
  useKey('goActivity', () => void navigate({ to: '/activity' }))
  useKey('goWallets', () => void navigate({ to: '/wallets' }))
  useKey('goSettings', () => void navigate({ to: '/settings' }))
  useKey('openRow', () => pressInRow('a'))
  useKey('sellRow', () => {
    // Never presses a button that sells at once; the key only opens the sale.
    if (pressInRow('a[aria-label^="Sell "]')) return
    const held = mintOfRow()
    if (held !== undefined) void navigate({ to: '/t/$mint', params: { mint: held }, search: { side: 'sell' } })
  })
  const page = useMatchRoute()({ to: '/t/$mint' })
  const meant = () => mintOfRow() ?? (page === false ? undefined : listedMint(page.mint))
  useKey('star', () => withMint(meant(), toggleStar))
  useKey('copyMint', () => withMint(meant(), copyMint))
  useKey('lock', turnLock)
  useKey('latestToast', focusLatestToast)
}

const focusedRow = () => document.activeElement?.closest('tr, li, .position-card')

/** Presses the first match of `selector` in the focused row. @returns whether there was a match */
function pressInRow(selector: string): boolean {
  const found = focusedRow()?.querySelector<HTMLElement>(selector)
  found?.click()
  return found != null
}

/** The mint of the token in the focused row. */
function mintOfRow(): string | undefined {
  const href = focusedRow()?.querySelector('a[href^="/t/"]')?.getAttribute('href')
  return /^\/t\/(\w+)/.exec(href ?? '')?.[1]
}

/** The page's mint, if the token is known. */
const listedMint = (mint: string) => (queryClient.getQueryData(tokenQuery(mint).queryKey) ? mint : undefined)

function withMint(mint: string | undefined, act: (mint: string) => void): void {
  if (mint !== undefined) act(mint)
}

function copyMint(mint: string): void {
  navigator.clipboard.writeText(mint).then(
    () => openToast({ state: 'confirmed', title: 'Mint copied', detail: mint }),
    () => openToast({ state: 'failed', title: 'Your browser blocked the copy' }),
  )
}

/** Locks an unlocked wallet, or opens the unlock dialog of a locked one. */
export function turnLock(): void {
  const { status } = session.get()
  if (status === 'unlocked') void lockWallet()
  else if (status === 'locked') unlockDialog.set('open')
}
