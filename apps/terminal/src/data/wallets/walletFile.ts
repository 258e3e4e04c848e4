import type { Address } from '@tern/core'
import { createStore } from '../store.ts'
import { readTexts, writeTexts } from '../storedTexts.ts'

const key = 'tern-in-wallet-file'

/** The wallets of which this browser has downloaded a file with their keys. */
export const downloadedWallets = createStore(readTexts(key))

export function noteDownloaded(wallets: readonly Address[]): void {
  downloadedWallets.set([...new Set([...readTexts(key), ...wallets])])
  writeTexts(key, downloadedWallets.get())
}
