import { parseAddress } from '@tern/core'
import type { ConnectedAccount } from './external.ts'

/** The connected accounts that are stored; what is none of ours, or cannot be read, counts as nothing. */
export function parseConnected(read: () => string | null): readonly ConnectedAccount[] {
  try {
    const stored: readonly ConnectedAccount[] = JSON.parse(read() ?? '[]')
    return stored.map(({ address, label, isOpen }) => ({
      address: parseAddress(address),
      label: String(label),
      isOpen: isOpen === true,
    }))
  } catch {
    return []
  }
}
