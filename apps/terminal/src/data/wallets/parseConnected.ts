import { parseAddress } from '@tern/core'
import type { ConnectedAccount } from './external.ts'

/** Parses the stored list of connected accounts. If it is invalid or cannot be read, the list is empty. */
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
