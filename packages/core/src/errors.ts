import type { externalCatalogue } from './externalErrors.ts'
import type { failureCatalogue } from './failureErrors.ts'
import type { hostCatalogue } from './hostErrors.ts'
import type { launchpadCatalogue } from './launchpadErrors.ts'
import type { numberCatalogue } from './numberErrors.ts'
import type { serverCatalogue } from './serverErrors.ts'
import type { tickCatalogue } from './tickErrors.ts'
import type { tradeCatalogue } from './tradeErrors.ts'
import type { walletCatalogue } from './walletErrors.ts'

/** Code → text. */
export type Texts = Readonly<Record<`${string}/${string}`, (facts: never) => string>>

/** A value that somebody typed, short enough for a line. */
const clip = (value: string) => (value.length > 40 ? `${value.slice(0, 39)}…` : value)

/** Before the year 10000. */
const lastSecond = 253_402_300_799n

/** To the second; of what no calendar has, the number. */
const timeText = (seconds: bigint) =>
  seconds < 0n || seconds > lastSecond
    ? `${seconds} seconds since 1970`
    : `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * The errors of decoding and quoting: a code, its facts and the user's text. One line an entry.
 * The texts of the specification's section 8 are kept to the letter. Code branches on codes, never on text.
 * The other catalogues lie beside this file, one for each group of callers, so that a page loads only its own texts.
 */
const catalogue = {
  'address/invalid': (_: { text: string }) => 'invalid public key',
  'address/missing': (_: object) => 'Expected a Address.',
  'address/noProgramAddress': (_: { program: string }) => 'unable to find a viable program address nonce',
  'amount/outOfRange': (f: { value: string }) => `Not an amount of 64 bits: ${clip(f.value)}`,
  'encoding/notBase58': (_: { position: number }) => 'Not base58',
  'encoding/tooLong': (f: { encoding: string; length: number; longest: number }) =>
    `Too long for ${f.encoding}: ${f.length} of at most ${f.longest}`,
  'layout/extension': (f: { type: number; offset: number; length: number }) =>
    `Token extension ${f.type} at byte ${f.offset} reaches beyond the account's ${f.length} bytes`,
  'layout/invalidValue': (f: { field: string; value: string }) => `Not a value of ${f.field}: ${f.value}`,
  'layout/mintTooShort': (_: { address: string; length: number }) => 'invalid mint account',
  'layout/mismatch': (f: { address: string; field: string; expected: string; actual: string }) =>
    `${f.field} of ${f.address} is ${f.actual}, not ${f.expected}`,
  'layout/tokenAccountOwner': (_: { address: string; owner: string }) => 'TokenInvalidAccountOwnerError',
  'layout/tokenAccountSize': (_: { address: string; length: number }) => 'TokenInvalidAccountSizeError',
  'layout/tokenMint': (_: { address: string }) => 'TokenInvalidMintError',
  'layout/truncated': (f: { layout: string; offset: number; wanted: number; actual: number }) =>
    `${f.layout} ends early: ${f.wanted} bytes wanted at ${f.offset} of ${f.actual}`,
  'layout/wrongDeclaration': (f: { layout: string; declared: number; actual: number }) =>
    `${f.layout} is declared with ${f.declared} bytes, its fields take ${f.actual}`,
  'layout/wrongDiscriminator': (f: { layout: string }) => `The account is no ${f.layout}`,
  'layout/wrongOwner': (f: { layout: string; expected: string; actual: string }) =>
    `${f.layout} belongs to ${f.expected}, not to ${f.actual}`,
  'layout/wrongSize': (f: { layout: string; expected: number; actual: number }) =>
    `${f.layout} takes ${f.expected} bytes, not ${f.actual}`,
  'math/divisionByZero': (_: object) => 'division by 0',
  'pool/accountsNotReady': (_: { pool: string; missing?: readonly string[] }) => 'Dex accounts not ready for pool',
  'quote/beyondReserves': (_: { amountOut: bigint; reserveOut: bigint }) => 'Insufficient liquidity',
  'quote/complete': (f: {
    pool: string
    stage: 'complete' | 'migrating' | 'migrated'
    movesTo?: { protocol: string; address: string }
  }) => {
    const [way, when] = f.stage === 'migrated' ? ['trades in', 'now'] : ['moves to', 'next']
    return `All tokens of the bonding curve are sold: it ${way} its pool ${f.movesTo ? `${f.movesTo.address} ` : ''}${when}`
  },
  'quote/noLiquidity': (_: { pool: string }) => 'swapCompute LiquidityInsufficient',
  'quote/notOpen': (f: { pool: string; openTimeSeconds: bigint }) => `The pool opens at ${timeText(f.openTimeSeconds)}`,
  'quote/nothingOut': (_: object) => 'destinationAmountSwapped is zero',
  'quote/paused': (_: { pool: string }) => 'Trading is paused in this pool',
  'quote/tokenNotInPool': (_: { pool: string; mint: string }) => 'mintIn does not match pool',
  'quote/tokenOutNotInPool': (_: { pool: string; mint: string }) => 'mintOut does not match pool',
  'quote/zeroAmount': (_: object) => 'amount must greater than zero',
  'token/accountNotFound': (_: { address: string }) => 'TokenAccountNotFoundError',
  'transfer/invalidFee': (f: { basisPoints: number }) => `A transfer fee of ${f.basisPoints} basis points`,
  'venue/notThisProtocol': (f: { pool: string; protocol: string }) => `This pool is not one of ${f.protocol}`,
  'venue/unknownProtocol': (f: { protocol: string }) => `Unsupported protocol: ${f.protocol}`,
} as const satisfies Texts

type Catalogue = typeof catalogue &
  typeof numberCatalogue &
  typeof tickCatalogue &
  typeof launchpadCatalogue &
  typeof failureCatalogue &
  typeof tradeCatalogue &
  typeof walletCatalogue &
  typeof externalCatalogue &
  typeof hostCatalogue &
  typeof serverCatalogue
const texts: Record<string, (facts: never) => string> = { ...catalogue }

/** The name of an error: `area/whatIsWrong`. Branch on it, never on the text. */
export type ErrorCode = keyof Catalogue
/** What an error of code `C` carries besides its text. */
export type ErrorFacts<C extends ErrorCode> = Parameters<Catalogue[C]>[0]

/** Writes code and facts, for a code whose text this program has not loaded. */
function plainText(code: string, facts: unknown): string {
  const shown = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  return shown === undefined || shown === '{}' ? code : `${code} ${shown}`
}

/** The only error class. `facts` never hold a secret. */
export class TernError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'TernError'
  readonly code: C
  readonly facts: ErrorFacts<C>

  constructor(code: C, facts: ErrorFacts<C>, options?: { cause?: unknown }) {
    const text = texts[code] as ((facts: ErrorFacts<C>) => string) | undefined
    super(text === undefined || facts === undefined ? plainText(code, facts) : text(facts), options)
    this.code = code
    this.facts = facts
  }
}

/** The class, which from here on knows these texts too. */
export function knowing(more: Texts): typeof TernError {
  Object.assign(texts, more)
  return TernError
}

/** Whether `error` is Tern's, and, when a code is given, that one. */
export function isTernError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is TernError<C> {
  return error instanceof TernError && (code === undefined || error.code === code)
}
