import { parseAddress } from '@tern/core'
import { readableText } from '@tern/core/internal'
import { type Bundle, type PinnedRevision, pinOf } from '@tern/custody/internal'

/** Returns a name as it is shown. Older versions took names with characters that are invisible or reorder others. */
export const shownName = (name: string): string => readableText(name, 64)

/** Storage key of the pin. Other tabs notice changes of it. */
export const pinKey = 'tern-newest-bundle'

/**
 * Reads the pin of the newest bundle that this browser has opened or made.
 * It reveals a server that returns an older or a foreign bundle.
 */
export function readPin(): PinnedRevision | undefined {
  try {
    return parsePin(JSON.parse(localStorage.getItem(pinKey) ?? 'null'))
  } catch {
    return undefined
  }
}

function parsePin(stored: unknown): PinnedRevision | undefined {
  if (typeof stored !== 'object' || stored === null || !('suborgId' in stored) || !('rev' in stored)) return undefined
  const { suborgId, rev } = stored
  if (typeof suborgId !== 'string' || typeof rev !== 'number') return undefined
  const digest = 'digest' in stored && typeof stored.digest === 'string' ? { digest: stored.digest } : {}
  const addresses = 'addresses' in stored && Array.isArray(stored.addresses) ? stored.addresses : []
  const version = 'v' in stored && (stored.v === 1 || stored.v === 2) ? ({ v: stored.v } as const) : {}
  const labels =
    'labels' in stored && Array.isArray(stored.labels)
      ? { labels: stored.labels.map(label => shownName(String(label))) }
      : {}
  const known = addresses.map(address => parseAddress(String(address)))
  return { ...version, suborgId, rev, ...digest, addresses: known, ...labels }
}

export function writePin(bundle: Bundle): void {
  localStorage.setItem(pinKey, JSON.stringify(pinOf(bundle)))
}

export const removePin = (): void => localStorage.removeItem(pinKey)
