import { useStore } from '../data/store.ts'
import { session } from '../data/wallets/session.ts'
import { type PageEntry, pages } from './pages.ts'

/** The pages to show; without a wallet, only the pages that need none. */
export function usePages(): readonly PageEntry[] {
  const { status } = useStore(session)
  const hasWallet = status === 'locked' || status === 'unlocked'
  return pages.filter(page => hasWallet || !page.isOwn)
}
