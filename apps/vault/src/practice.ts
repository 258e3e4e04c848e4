import { type PracticeWallet, parsePracticeWallet } from '@tern/custody/internal'
import { browserStore } from './browserStore.ts'
import { practiceKey } from './practiceMark.ts'

const name = 'tern-practice'
const store = 'wallet'

const withStore = browserStore(name, store)

/** Reads this browser's practice wallet, of any chain. @returns `undefined` if there is none. */
export const readPractice = async (): Promise<PracticeWallet | undefined> =>
  parsePracticeWallet(await withStore('readonly', wallets => wallets.get(store)).catch(() => undefined))

/**
 * Stores a practice wallet and replaces any other. @throws DOMException if the browser's storage is full or forbidden.
 */
export async function writePractice(wallet: PracticeWallet): Promise<void> {
  await withStore('readwrite', wallets => wallets.put(wallet, store))
  localStorage.setItem(practiceKey, crypto.randomUUID())
}

/** Deletes the practice wallet. */
export async function dropPractice(): Promise<void> {
  await withStore('readwrite', wallets => wallets.delete(store))
  localStorage.removeItem(practiceKey)
}
