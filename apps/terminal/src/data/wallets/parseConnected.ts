import { parseAddress } from '@tern/core'
import type { ConnectedAccount } from './external.ts'

/** The connected accounts that are stored; what is none of ours counts as nothing. */
export function parseConnected(text: string | null): readonly ConnectedAccount[] {
  try {
    const stored: readonly ConnectedAccount[] = JSON.parse(text ?? '[]')
    return stored.map(({ address, label, isOpen }) => ({
      address: parseAddress(address),
      label: String(label),
      isOpen: isOpen === true,
    }))
  } catch {
    return []
  }
}
