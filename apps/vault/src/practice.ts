import { type PracticeWallet, parsePracticeWallet } from '@tern/custody'
import { browserStore } from './browserStore.ts'
import { practiceKey } from './practiceMark.ts'

const name = 'tern-practice'
const store = 'wallet'

const withStore = browserStore(name, store)

/** The practice wallet that this browser keeps, of whichever chain; `undefined` when it keeps none. */
export const readPractice = async (): Promise<PracticeWallet | undefined> =>
  parsePracticeWallet(await withStore('readonly', wallets => wallets.get(store)).catch(() => undefined))

/** Keeps a practice wallet in the place of any other. @throws DOMException when the browser's storage is full or forbidden. */
export async function writePractice(wallet: PracticeWallet): Promise<void> {
  await withStore('readwrite', wallets => wallets.put(wallet, store))
  localStorage.setItem(practiceKey, crypto.randomUUID())
}

/** Forgets the practice wallet. */
export async function dropPractice(): Promise<void> {
  await withStore('readwrite', wallets => wallets.delete(store))
  localStorage.removeItem(practiceKey)
}
