import { parseAddress } from '@tern/core'
import type { ConnectedAccount } from './external.ts'

/** The connected accounts that are stored, whatever is there: what is none counts as nothing. */
export function parseConnected(text: string | null): readonly ConnectedAccount[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(connectedAccount) : []
  } catch {
    return []
  }
}

function connectedAccount(stored: unknown): readonly ConnectedAccount[] {
  const { address, label, isOpen } = { address: undefined, label: undefined, isOpen: undefined, ...Object(stored) }
  if (typeof address !== 'string' || typeof label !== 'string') return []
  try {
    return [{ address: parseAddress(address), label, isOpen: isOpen === true }]
  } catch {
    return []
  }
}
