/** Words for what a node names or numbers; `undefined` if there are no better ones than the name or number itself. */
export interface Vocabulary {
  nameWords(name: string): string | undefined
  numberWords(number: number): string | undefined
}

/** `AccountInUse` as `account in use`. */
const spelled = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase() || 'no reason was given'

/** The name of an error that a node writes as a name, or as an object with its name as the only key. */
const nameOf = (told: unknown): string => {
  if (typeof told === 'string') return told
  return typeof told === 'object' && told !== null ? (Object.keys(told)[0] ?? '') : ''
}

/** Puts a node's `TransactionError`, or whatever else it answers, into the words of a vocabulary. */
export function inWords(error: unknown, { nameWords, numberWords }: Vocabulary): string {
  const named = (told: unknown) => nameWords(nameOf(told)) ?? spelled(nameOf(told))
  const inner =
    typeof error === 'object' && error !== null && 'InstructionError' in error ? error.InstructionError : undefined
  if (!Array.isArray(inner)) return named(error)
  const [index, told] = inner as readonly unknown[]
  const number = typeof told === 'object' && told !== null && 'Custom' in told ? Number(told.Custom) : undefined
  const known = number === undefined ? named(told) : numberWords(number)
  const words =
    known === undefined ? `the program’s error ${number}` : number === undefined ? known : `${known} (error ${number})`
  const place = Number(index) + 1
  return place > 0 ? `instruction ${place}: ${words}` : words
}

/**
 * Puts a node's `TransactionError` into plain words, never JSON. `failureWords` knows better ones, which a page loads once a trade fails.
 *
 * @example
 * nodeWords({ InstructionError: [3, { Custom: 6001 }] }) // 'instruction 4: the program’s error 6001'
 */
export const nodeWords = (error: unknown): string =>
  inWords(error, { nameWords: () => undefined, numberWords: () => undefined })
