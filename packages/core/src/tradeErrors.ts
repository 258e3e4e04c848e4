import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'
import { nodeWords } from './nodeWords.ts'

/**
 * What is said of a trade beside its quote, as in `errors.ts`: of accounts, of reading a cluster, signing and
 * sending. Apart from those, so that who only quotes does not load it.
 */
export const tradeCatalogue = {
  'encoding/notBase64': (_: object) => 'Not base64',
  'owner/missing': (_: object) =>
    'please provide owner in load() initialization or you can set by calling raydium.setOwner(owner)',
  'rpc/accounts': (_: { why: string }) => 'failed to get info for multiple accounts, RPC_ERROR',
  'rpc/badAnswer': (f: { method: string; why: string; statusText?: string; retryAfterMs?: number }) =>
    `The node gave no proper answer to ${f.method}: ${f.why}`,
  'rpc/noEndpoint': (_: object) => 'No node to connect to',
  'rpc/refused': (f: { method: string; code: number; message: string }) => `${f.method}: ${f.message} (${f.code})`,
  'rpc/timedOut': (f: { method: string; timeoutMs: number }) =>
    `The node did not answer ${f.method} in ${f.timeoutMs} ms`,
  'rpc/tooManyRequests': (_: { method: string; retryAfterMs: number }) => 'The node is asked too often',
  'rpc/unreachable': (_: { method: string }) => 'The node cannot be reached',
  'send/allFailed': (_: object) => 'Both direct and relay transactions failed',
  'send/confirmTimedOut': (_: { blocksLeft?: bigint; lastHeight?: bigint }) => 'Transaction confirm timed out',
  'send/failed': (f: { why: string }) => `Failed to send transaction: ${f.why}`,
  'send/notExclusive': (_: object) => 'These transactions share no durable nonce',
  'send/notNoted': (_: object) => 'Not sent: there is no place to note the transaction down first',
  'send/relayerFailed': (_: object) => 'All transactions failed to send via relayer',
  'send/relayerRefused': (f: { status: number; statusText: string }) => `Failed to send transaction: ${f.statusText}`,
  'send/rolledBack': (_: { blocksLeft?: bigint; lastHeight?: bigint }) => 'The chain took the transaction back',
  'send/timedOut': (_: object) => 'Transaction sending timed out',
  'send/wrongSignature': (f: { endpoint: string; expected: string; actual: string }) =>
    `${f.endpoint} answered with another signature`,
  'token/associatedAccountMismatch': (_: { address: string; what: 'program' | 'mint' | 'owner' | 'data' }) =>
    'create ata check error',
  'token/accountFrozen': (_: { address: string }) => 'The token account is frozen by the token’s issuer',
  'token/inputAccountNotFound': (_: { address: string }) => 'input token account not found',
  'trade/invalidSlippage': (f: { bps: number }) => `Slippage is 0 to 10000 basis points, not ${f.bps}`,
  'trade/addressMismatch': (_: { expected: string; actual: string }) => 'Wallet address does not match',
  'trade/noBlockhash': (_: object) => 'No blockhash',
  'trade/invalidComputeUnits': (f: { unitLimit: number; most: number }) =>
    `A transaction takes 1 to ${f.most} compute units, not ${f.unitLimit}`,
  'trade/failedOnChain': (f: { error: unknown; signature?: string; words?: string }) =>
    `The transaction failed on chain: ${f.words ?? nodeWords(f.error)}`,
  'trade/notEnoughToBuy': (_: { balance?: bigint; required?: bigint; largest?: bigint }) =>
    'No enough SOL to buy tokens',
  'trade/notEnoughToPayTradeFee': (_: { balance?: bigint; required?: bigint }) => 'No enough SOL to pay for trade fee',
  'trade/notEnoughTokens': (_: { balance?: bigint; amount?: bigint }) => 'Not enough tokens to sell',
  'trade/alreadySent': (_: { mint: string }) => 'This trade was sent already: make a new one',
  'trade/wrongSide': (f: { expected: string; actual: string }) => `A ${f.actual} cannot be made as a ${f.expected}`,
  'transaction/noInstructions': (_: object) => 'no instructions provided',
  'transaction/noSigners': (_: object) => 'no signers provided',
  'transaction/tooLarge': (_: { characters?: number; instructions?: number; limit: number }) => 'item ins too big',
  'transaction/signatureCount': (f: { expected: number; actual: number }) =>
    `The message takes ${f.expected} signatures, not ${f.actual}`,
  'transaction/signatureSize': (f: { actual: number }) => `A signature has 64 bytes, not ${f.actual}`,
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts. */
export const TernError = knowing(tradeCatalogue)
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
