import type { Address } from '@tern/core'
import { createStore } from '../store.ts'

const key = 'tern-in-wallet-file'

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(address => typeof address === 'string') : []
  } catch {
    return []
  }
}

/** The wallets of which this browser has downloaded a file with their keys. */
export const downloadedWallets = createStore(read())

export function noteDownloaded(wallets: readonly Address[]): void {
  downloadedWallets.set([...new Set([...read(), ...wallets])])
  localStorage.setItem(key, JSON.stringify(downloadedWallets.get()))
}
