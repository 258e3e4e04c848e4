import type { hostCatalogue } from './hostErrors.ts'

/** Code → text. */
export type Texts = Readonly<Record<`${string}/${string}`, (facts: never) => string>>

/** A value that somebody typed, short enough for a line. */
const clip = (value: string) => (value.length > 40 ? `${value.slice(0, 39)}…` : value)

/** A node's words, as it wrote them. */
const nodeWords = (error: unknown) =>
  JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))

/**
 * The errors of whoever quotes and trades: code → the user's text, given the facts. One line an entry; section 8 of the
 * specification is kept to the letter, spelling included. Code branches on codes, never on text. The rest of the catalogue,
 * of which a page that only trades needs nothing, or only when a trade has failed, is in `hostErrors.ts`.
 */
const catalogue = {
  'address/invalid': (_: { text: string }) => 'invalid public key',
  'address/missing': (_: object) => 'Expected a Address.',
  'address/noProgramAddress': (_: { program: string }) => 'unable to find a viable program address nonce',
  'amount/negative': (_: { text: string }) => 'An amount cannot be negative',
  'amount/notANumber': (_: { text: string }) => 'invalid number string',
  'amount/outOfRange': (f: { value: string }) => `Not an amount of 64 bits: ${clip(f.value)}`,
  'amount/tooManyDecimals': (_: { digits: number; decimals: number }) => 'decimals overflow',
  'encoding/notBase58': (_: { position: number }) => 'Not base58',
  'encoding/notBase64': (_: object) => 'Not base64',
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
  'number/fixedDigits': (f: { digits: number }) => `${f.digits} is not a number of decimals`,
  'number/invalid': (_: { value: string }) => 'invalid BigNumberish value',
  'number/invalidText': (_: { text: string }) => 'invalid number string',
  'number/significantDigits': (f: { digits: number }) => `${f.digits} is not a number of significant digits`,
  'owner/missing': (_: object) =>
    'please provide owner in load() initialization or you can set by calling raydium.setOwner(owner)',
  'pool/accountsNotReady': (_: { pool: string; missing?: readonly string[] }) => 'Dex accounts not ready for pool',
  'quote/beyondReserves': (_: { amountOut: bigint; reserveOut: bigint }) => 'Insufficient liquidity',
  'quote/complete': (_: { pool: string; movesTo?: { protocol: string; address: string } }) =>
    'All tokens of the bonding curve are sold: it trades in its pool from now on',
  'quote/notEnoughTickArrays': (_: { pool: string }) => 'No enough initialized tickArray',
  'quote/noLiquidity': (_: { pool: string }) => 'swapCompute LiquidityInsufficient',
  'quote/notOpen': (f: { pool: string; openTimeSeconds: bigint }) =>
    `The pool opens at ${f.openTimeSeconds} seconds since 1970`,
  'quote/nothingOut': (_: object) => 'destinationAmountSwapped is zero',
  'quote/paused': (_: { pool: string }) => 'Trading is paused in this pool',
  'quote/tokenNotInPool': (_: { pool: string; mint: string }) => 'mintIn does not match pool',
  'quote/zeroAmount': (_: object) => 'amount must greater than zero',
  'trade/feeRecipientNotFound': (_: { pool: string }) => 'Protocol fee recipient not found',
  'trade/limitBelowAmountIn': (f: { limit: bigint; amountIn: bigint }) =>
    `This takes ${f.amountIn}, more than the limit of ${f.limit}`,
  'trade/invalidSlippage': (f: { bps: number }) => `Slippage is 0 to 10000 basis points, not ${f.bps}`,
  'trade/addressMismatch': (_: { expected: string; actual: string }) => 'Wallet address does not match',
  'token/notEqual': (_: { left: string; right: string }) => 'token not equals',
  'token/associatedAccountMismatch': (_: { address: string; what: 'program' | 'mint' | 'owner' | 'data' }) =>
    'create ata check error',
  'token/accountFrozen': (_: { address: string }) => 'The token account is frozen by the token’s issuer',
  'token/nonTransferable': (_: { mint: string }) => 'This token cannot be sent: its issuer made it so',
  'token/transfersPaused': (_: { mint: string }) => 'The token’s issuer has paused all transfers of it',
  'token/transferHook': (_: { mint: string; program: string }) =>
    'Every transfer of this token calls a program of its issuer, which Tern does not do',
  'token/inputAccountNotFound': (_: { address: string }) => 'input token account not found',
  'token/accountNotFound': (_: { address: string }) => 'TokenAccountNotFoundError',
  'rpc/accounts': (_: { why: string }) => 'failed to get info for multiple accounts, RPC_ERROR',
  'rpc/badAnswer': (f: { method: string; why: string; statusText?: string }) =>
    `The node gave no proper answer to ${f.method}: ${f.why}`,
  'rpc/noEndpoint': (_: object) => 'No node to connect to',
  'rpc/refused': (f: { method: string; code: number; message: string }) => `${f.method}: ${f.message} (${f.code})`,
  'rpc/timedOut': (f: { method: string; timeoutMs: number }) =>
    `The node did not answer ${f.method} in ${f.timeoutMs} ms`,
  'rpc/tooManyRequests': (_: { method: string; retryAfterMs: number }) =>
    'The node is asked too often: try again shortly',
  'rpc/unreachable': (_: { method: string }) => 'The node cannot be reached',
  'send/allFailed': (_: object) => 'Both direct and relay transactions failed',
  'send/confirmTimedOut': (_: { blocksLeft?: bigint }) => 'Transaction confirm timed out',
  'send/failed': (f: { why: string }) => `Failed to send transaction: ${f.why}`,
  'send/relayerFailed': (_: object) => 'All transactions failed to send via relayer',
  'send/relayerRefused': (f: { status: number; statusText: string }) => `Failed to send transaction: ${f.statusText}`,
  'send/timedOut': (_: object) => 'Transaction sending timed out',
  'trade/noBlockhash': (_: object) => 'No blockhash',
  'trade/invalidComputeUnits': (f: { unitLimit: number; most: number }) =>
    `A transaction takes 1 to ${f.most} compute units, not ${f.unitLimit}`,
  'trade/failedOnChain': (f: { error: unknown }) => `The transaction failed on chain: ${nodeWords(f.error)}`,
  'trade/notEnoughToBuy': (_: { balance?: bigint; required?: bigint }) => 'No enough SOL to buy tokens',
  'trade/notEnoughToPayTradeFee': (_: { balance?: bigint; required?: bigint }) => 'No enough SOL to pay for trade fee',
  'trade/notEnoughTokens': (_: { balance?: bigint; amount?: bigint }) => 'Not enough tokens to sell',
  'trade/alreadySent': (_: { mint: string }) => 'This trade was sent already: make a new one',
  'trade/wrongSide': (f: { expected: string; actual: string }) => `A ${f.actual} cannot be made as a ${f.expected}`,
  'transaction/noInstructions': (_: object) => 'no instructions provided',
  'transaction/noSigners': (_: object) => 'no signers provided',
  'transaction/tooLarge': (_: { characters: number; limit: number }) => 'item ins too big',
  'transaction/signatureCount': (f: { expected: number; actual: number }) =>
    `The message takes ${f.expected} signatures, not ${f.actual}`,
  'transaction/signatureSize': (f: { actual: number }) => `A signature has 64 bytes, not ${f.actual}`,
  'transfer/invalidFee': (f: { basisPoints: number }) => `A transfer fee of ${f.basisPoints} basis points`,
  'venue/notThisProtocol': (f: { pool: string; protocol: string }) => `This pool is not one of ${f.protocol}`,
  'venue/unknownProtocol': (f: { protocol: string }) => `Unsupported protocol: ${f.protocol}`,
} as const satisfies Texts

type Catalogue = typeof catalogue & typeof hostCatalogue
const texts: Record<string, (facts: never) => string> = { ...catalogue }

/** The name of an error: `area/whatIsWrong`. Branch on it, never on the text. */
export type ErrorCode = keyof Catalogue
/** What an error of code `C` carries besides its text. */
export type ErrorFacts<C extends ErrorCode> = Parameters<Catalogue[C]>[0]

/** The only error class. `facts` never hold a secret. */
export class TernError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'TernError'
  readonly code: C
  readonly facts: ErrorFacts<C>

  constructor(code: C, facts: ErrorFacts<C>, options?: { cause?: unknown }) {
    super((texts[code] as (facts: ErrorFacts<C>) => string)(facts), options)
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
