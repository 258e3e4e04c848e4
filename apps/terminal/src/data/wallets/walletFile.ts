import type { Address } from '@tern/core'
import { createStore } from '../store.ts'
import { readTexts, writeTexts } from '../storedTexts.ts'

const key = 'tern-in-wallet-file'

/** The wallets with keys in a file that this browser has downloaded. */
export const downloadedWallets = createStore(readTexts(key))

export function noteDownloaded(wallets: readonly Address[]): void {
  downloadedWallets.set([...new Set([...readTexts(key), ...wallets])])
  writeTexts(key, downloadedWallets.get())
}
