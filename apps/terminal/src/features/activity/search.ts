export type Kind = 'all' | 'trades' | 'transfers' | 'rent' | 'failed' | 'unknown'
export const kinds: readonly Kind[] = ['all', 'trades', 'transfers', 'rent', 'failed', 'unknown']

/** What of Activity is in the address: all that changes which lines are shown, and the one that is open. */
export interface ActivitySearch {
  readonly kind?: Exclude<Kind, 'all'>
  /** Words, a mint, a signature to look for. */
  readonly find?: string
  /** The signature of the transaction that is open, or the key of a line that has none. */
  readonly tx?: string
}

const mostLetters = 200

/** The router reads numbers out of an address, too. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, mostLetters) : ''

/** What an address says; anything else in it is left out. */
export function parseActivitySearch({ kind, find, tx }: Record<string, unknown>): ActivitySearch {
  const known = kinds.find(name => name === kind)
  const [words, opened] = [textOf(find), textOf(tx)]
  return {
    ...(known !== undefined && known !== 'all' && { kind: known }),
    ...(words.trim() !== '' && { find: words }),
    ...(opened !== '' && { tx: opened }),
  }
}
