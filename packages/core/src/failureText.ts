/** Words for the runtime's names of errors, and for the error numbers of programs. `undefined`: it has none. */
export interface FailureWords {
  readonly name: (name: string) => string | undefined
  readonly number: (number: number) => string | undefined
}

const noWords: FailureWords = { name: () => undefined, number: () => undefined }

/** Spells `AccountInUse` as `account in use`. */
const spelled = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase() || 'no reason was given'

/** Returns the name of an error. A node writes a name, or an object whose only key is the name. */
const nameOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null ? (Object.keys(error)[0] ?? '') : ''
}

/**
 * Puts a node's `TransactionError` into a sentence. Any other answer of a node becomes one too.
 *
 * @param words of errors that are known by name or number. Unset: names are spelled, and numbers stay.
 * @example
 * failureText({ InstructionError: [3, { Custom: 2006 }] }) // 'instruction 4: the program’s error 2006'
 */
export function failureText(error: unknown, words: FailureWords = noWords): string {
  const named = (reason: unknown) => words.name(nameOf(reason)) ?? spelled(nameOf(reason))
  const inner =
    typeof error === 'object' && error !== null && 'InstructionError' in error ? error.InstructionError : undefined
  if (!Array.isArray(inner)) return named(error)
  const [index, reason] = inner as readonly unknown[]
  const number = typeof reason === 'object' && reason !== null && 'Custom' in reason ? Number(reason.Custom) : undefined
  const known = number === undefined ? named(reason) : words.number(number)
  const text =
    known === undefined ? `the program’s error ${number}` : number === undefined ? known : `${known} (error ${number})`
  const place = Number(index) + 1
  return place > 0 ? `instruction ${place}: ${text}` : text
}
