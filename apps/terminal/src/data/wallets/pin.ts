import type { PinnedRevision } from '@tern/custody'

/** Where it is kept; a tab hears of what another one writes there. */
export const pinKey = 'tern-newest-bundle'

/** The newest bundle that this browser has used, so that the server cannot hand out an older one unnoticed. */
export function readPin(): PinnedRevision | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(pinKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('suborgId' in stored) || !('rev' in stored)) return undefined
    const { suborgId, rev } = stored
    return typeof suborgId === 'string' && typeof rev === 'number' ? { suborgId, rev } : undefined
  } catch {
    return undefined
  }
}

export function writePin({ suborgId, rev }: PinnedRevision): void {
  localStorage.setItem(pinKey, JSON.stringify({ suborgId, rev }))
}
