import { useStore } from '../data/store.ts'
import { session } from '../data/wallets/session.ts'
import { type PageEntry, pages } from './pages.ts'

/** The pages that somebody has: without a wallet not those that are about one. */
export function usePages(): readonly PageEntry[] {
  const { status } = useStore(session)
  const hasWallet = status === 'locked' || status === 'unlocked'
  return pages.filter(page => hasWallet || !page.isOwn)
}
