import { type Kind, kinds } from '../../data/activity/items.ts'

/** The page's settings in the URL: the filters of the list and the open line. */
export interface ActivitySearch {
  readonly kind?: Exclude<Kind, 'all'>
  /** Words, a mint or a signature to search for. */
  readonly find?: string
  /** The signature of the open transaction, or the key of a line without a signature. */
  readonly tx?: string
}

const maxLetters = 200

/** The router turns digits in a URL into numbers. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLetters) : ''

/** Parses the URL's parameters; unknown names and values are dropped. */
export function parseActivitySearch({ kind, find, tx }: Record<string, unknown>): ActivitySearch {
  const known = kinds.find(name => name === kind)
  const [words, opened] = [textOf(find), textOf(tx)]
  return {
    ...(known !== undefined && known !== 'all' && { kind: known }),
    ...(words.trim() !== '' && { find: words }),
    ...(opened !== '' && { tx: opened }),
  }
}
