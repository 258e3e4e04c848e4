import { useNavigate } from '@tanstack/react-router'
import { useKey } from '../data/keys/keys.ts'
import { useStore } from '../data/store.ts'
import { lockWallet, session, unlockDialog } from '../data/wallets/session.ts'
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
  useKey('goPortfolio', () => void navigate({ to: '/portfolio' }))
  useKey('goActivity', () => void navigate({ to: '/activity' }))
  useKey('goWallets', () => void navigate({ to: '/wallets' }))
  useKey('goSettings', () => void navigate({ to: '/settings' }))
  useKey('openRow', () => pressInRow('a'))
  useKey('sellRow', () => pressInRow('[aria-label^="Sell "], [aria-label^="All of "]'))
  useKey('lock', turnLock)
  useKey('latestToast', () => document.querySelector<HTMLElement>('.toast :is(button, a)')?.focus())
}

/** Presses the first of what `selector` finds in the row that has the focus. */
function pressInRow(selector: string): void {
  document.activeElement?.closest('tr, li, .position-card')?.querySelector<HTMLElement>(selector)?.click()
}

/** Locks an open wallet; asks for the passphrase of a locked one. */
export function turnLock(): void {
  const { status } = session.get()
  if (status === 'unlocked') void lockWallet()
  else if (status === 'locked') unlockDialog.set('open')
}
