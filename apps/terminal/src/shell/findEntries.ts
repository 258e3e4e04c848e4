/** An entry of the search: its names, and an address that finds it. */
export interface Entry {
  readonly id: string
  readonly group: 'Tokens' | 'Pages' | 'Actions'
  readonly name: string
  /** A text after the name: a token's own name, or the meaning of an action. */
  readonly detail?: string
  /** Matches as a whole or by its first letters only: a mint. */
  readonly exact?: string
  /** Another address that finds the entry, as a whole only: a token's pool. */
  readonly pool?: string
  /** Further words that find it. */
  readonly words?: string
}

export const groups = ['Tokens', 'Pages', 'Actions'] as const

/** The most tokens shown at once; typing more narrows the list. */
export const maxTokens = 8

/** Rates how well `text` (lower case) matches: 0 is best, `undefined` is no match. */
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

/** Finds entries for a typed text, the best of each group first. Equal ranks keep their order. */
export function findEntries<T extends Entry>(entries: readonly T[], typed: string): readonly T[] {
  const original = typed.trim()
  const text = original.toLowerCase()
  const found = entries
    .map(entry => ({ entry, rank: text === '' ? 0 : fit(entry, text, original) }))
    .filter((one): one is { entry: T; rank: number } => one.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
  return groups.flatMap(group => {
    const own = found.filter(({ entry }) => entry.group === group).map(({ entry }) => entry)
    return group === 'Tokens' ? own.slice(0, maxTokens) : own
  })
}
