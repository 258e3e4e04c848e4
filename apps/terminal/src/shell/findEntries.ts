/** What the search can find: its name, what else it goes by, and what choosing it does. */
export interface Entry {
  readonly id: string
  readonly group: 'Tokens' | 'Pages' | 'Actions'
  readonly name: string
  /** After the name: a token's own name, what an action means. */
  readonly detail?: string
  /** Matched as a whole or from its beginning only: a mint. */
  readonly exact?: string
  /** Another address that finds it, as a whole only: a token's pool. */
  readonly pool?: string
  /** Further words that find it. */
  readonly words?: string
}

export const groups = ['Tokens', 'Pages', 'Actions'] as const

/** As many tokens as are shown at once; what more there are is found by typing on. */
export const mostTokens = 8

/** How well `text` (lower case) fits, 0 best; `undefined`: not at all. */
function fit(entry: Entry, text: string, original: string): number | undefined {
  const name = entry.name.toLowerCase()
  if (name === text || entry.exact === original || entry.pool === original) return 0
  if (name.startsWith(text)) return 1
  if (original.length >= 4 && entry.exact?.startsWith(original)) return 1
  const words = `${name} ${entry.detail ?? ''} ${entry.words ?? ''}`.toLowerCase()
  if (words.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(text))) return 2
  if (words.includes(text)) return 3
  const parts = text.split(/\s+/)
  return parts.length > 1 && parts.every(part => words.includes(part)) ? 4 : undefined
}

/** The entries that `typed` finds, the best of each group first; among equals the order is kept. */
export function findEntries<T extends Entry>(entries: readonly T[], typed: string): readonly T[] {
  const original = typed.trim()
  const text = original.toLowerCase()
  const found = entries
    .map(entry => ({ entry, rank: text === '' ? 0 : fit(entry, text, original) }))
    .filter((one): one is { entry: T; rank: number } => one.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
  return groups.flatMap(group => {
    const own = found.filter(({ entry }) => entry.group === group).map(({ entry }) => entry)
    return group === 'Tokens' ? own.slice(0, mostTokens) : own
  })
}
