/**
 * Anchor's own error numbers. Every program built with Anchor can return these.
 * @see anchor `lang/error`, `ErrorCode`
 */
const anchorErrors: readonly (readonly [number, string])[] = [
  [2000, 'an account must be writable'],
  [2001, 'an account belongs to another account than it should'],
  [2002, 'a signature is missing'],
  [2003, 'a rule of the program is broken'],
  [2004, 'an account belongs to another program'],
  [2005, 'an account holds too little SOL for its rent'],
  [2006, 'an account is not at the address that the program derives'],
  [2007, 'an account must be a program'],
  [2009, 'a token account is not the associated one'],
  [2011, 'an account cannot be closed'],
  [2012, 'an account has another address than the program expects'],
  [2013, 'an account must be empty'],
  [2014, 'a token account is of another token'],
  [2015, 'a token account has another owner'],
  [2016, 'a token has another mint authority'],
  [2017, 'a token has another freeze authority'],
  [2018, 'a token has other decimals'],
  [2019, 'an account has another size'],
  [2020, 'an account is missing'],
  [2021, 'a token account is of another token program'],
  [2022, 'a token is of another token program'],
  [2023, 'a token account is of another token program'],
  [3000, 'an account is already set up'],
  [3001, 'an account is not set up'],
  [3002, 'an account is of another kind'],
  [3003, 'an account cannot be read'],
  [3004, 'an account cannot be written'],
  [3005, 'too few accounts were given'],
  [3006, 'an account must be writable'],
  [3007, 'an account belongs to another program'],
  [3008, 'another program was expected'],
  [3009, 'an account must be a program'],
  [3010, 'a signature is missing'],
  [3011, 'an account must be a plain wallet'],
  [3012, 'an account does not exist yet'],
  [3013, 'an account is no program data'],
  [3014, 'a token account is not the associated one'],
  [3015, 'a system account is another one'],
  [3016, 'an account grew too much at once'],
  [3017, 'an account was resized twice'],
]
const anchorWords = new Map(anchorErrors)

/** Better words for names of the runtime that would not say enough to a trader. */
const runtimeWords: Readonly<Record<string, string>> = {
  AccountInUse: 'an account is in use by another transaction',
  AlreadyProcessed: 'the transaction has already landed',
  BlockhashNotFound: 'its blockhash is unknown or too old',
  ComputationalBudgetExceeded: 'it ran out of compute units',
  MaxLoadedAccountsDataSizeExceeded: 'its accounts are too large',
  ProgramFailedToComplete: 'the program broke off, most often for lack of compute units',
  WouldExceedMaxAccountCostLimit: 'too many transactions use this account in one block',
  WouldExceedMaxBlockCostLimit: 'the block is full',
}

const nameWords = (name: string) => (Object.hasOwn(runtimeWords, name) ? runtimeWords[name] : undefined)
const numberWords = (number: number) =>
  anchorWords.get(number) ?? (number >= 2000 && number < 3000 ? 'a rule of the program is broken' : undefined)

/** Spells `AccountInUse` as `account in use`. */
const spelled = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase() || 'no reason was given'

/** Returns the name of an error. A node writes a name, or an object whose only key is the name. */
const nameOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null ? (Object.keys(error)[0] ?? '') : ''
}

const named = (error: unknown) => nameWords(nameOf(error)) ?? spelled(nameOf(error))

/**
 * Puts a node's `TransactionError` into words that a trader understands. Any other answer of a node becomes words too.
 *
 * @example
 * failureWords({ InstructionError: [3, { Custom: 2006 }] })
 * // 'instruction 4: an account is not at the address that the program derives (error 2006)'
 */
export function failureWords(error: unknown): string {
  const inner =
    typeof error === 'object' && error !== null && 'InstructionError' in error ? error.InstructionError : undefined
  if (!Array.isArray(inner)) return named(error)
  const [index, reason] = inner as readonly unknown[]
  const number = typeof reason === 'object' && reason !== null && 'Custom' in reason ? Number(reason.Custom) : undefined
  const known = number === undefined ? named(reason) : numberWords(number)
  const words =
    known === undefined ? `the program’s error ${number}` : number === undefined ? known : `${known} (error ${number})`
  const place = Number(index) + 1
  return place > 0 ? `instruction ${place}: ${words}` : words
}
