import { type PracticeWallet, parsePracticeWallet } from '@tern/custody'
import { practiceKey } from './practiceMark.ts'

const name = 'tern-practice'
const store = 'wallet'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

async function withStore<T>(mode: IDBTransactionMode, work: (kept: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
  const database = await settled(opening)
  try {
    const transaction = database.transaction(store, mode)
    const answer = await settled(work(transaction.objectStore(store)))
    transaction.commit()
    return answer
  } finally {
    database.close()
  }
}

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
