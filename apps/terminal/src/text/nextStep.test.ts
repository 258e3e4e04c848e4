import { type ErrorCode, type ErrorFacts, parseAmount, TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { withNextStep } from './nextStep.ts'
import './tradeSteps.ts'
import { nextStep } from './liquiditySteps.ts'

/** Returns the error of reading `text` as an amount. */
function unread(text: string): Error {
  try {
    parseAmount(text, 9)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new RangeError('it was read')
}

/** The areas of errors that only the server and the practice chain make. */
type ServerArea = 'bundle' | 'config' | 'database' | 'gateway' | 'http' | 'practice' | 'relayer'
/** The codes that the terminal can meet. */
type Code = Exclude<ErrorCode, `${ServerArea}/${string}`>

const account = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const layout = 'CurveAccount'

/** Errors of unreadable accounts. They have a next step, as all errors outside of the lists below. */
const unreadable = {
  'layout/extension': { type: 1, offset: 2, length: 3 },
  'layout/invalidValue': { field: 'status', value: '9' },
  'layout/mismatch': { address: account, field: 'mint', expected: account, actual: account },
  'layout/mintTooShort': { address: account, length: 1 },
  'layout/tokenAccountOwner': { address: account, owner: account },
  'layout/tokenAccountSize': { address: account, length: 1 },
  'layout/tokenMint': { address: account },
  'layout/truncated': { layout, offset: 1, wanted: 8, actual: 4 },
  'layout/wrongDiscriminator': { layout },
  'layout/wrongOwner': { layout, expected: account, actual: account },
  'layout/wrongSize': { layout, expected: 165, actual: 3 },
  'token/accountNotFound': { address: account },
  'venue/invalidVersion': { protocol: 'raydiumammv4', version: 'order book' },
  'venue/notThisProtocol': { pool: account, protocol: 'pumpfun' },
  'venue/unknownProtocol': { protocol: 'orca' },
} as const

const amounts = {
  'address/invalid': { text: 'a' },
  'amount/notANumber': { text: 'a' },
  'amount/outOfRange': { value: '99999999999999999999' },
  'amount/tooManyDecimals': { digits: 10, decimals: 9 },
  'number/invalidText': { text: 'a' },
  'quote/zeroAmount': {},
  'quote/zeroSpecified': {},
} as const

const trades = {
  'pool/accountsNotReady': { pool: account },
  'pool/listFailed': { why: 'HTTP 500' },
  'pool/notFound': { mint: account },
  'route/noRoute': { tokenIn: account, tokenOut: account },
  'program/amountTooSmall': {},
  'program/insufficientVault': {},
  'program/invalidInput': {},
  'program/mathOverflow': {},
  'program/notApproved': {},
  'program/priceMovedTooFar': {},
  'program/slippageExceeded': {},
  'program/stoppedByWallet': {},
  'program/transferFeeMismatch': {},
  'program/wrongAccount': {},
  'quote/beyondReserves': { amountOut: 2n, reserveOut: 1n },
  'quote/noLiquidity': { pool: account },
  'quote/notEnoughTickArrays': { pool: account },
  'quote/nothingOut': {},
  'quote/paused': { pool: account },
  'token/accountFrozen': { address: account },
  'token/associatedAccountMismatch': { address: account, what: 'owner' },
  'token/inputAccountNotFound': { address: account },
  'token/transfersPaused': { mint: account },
  'trade/addressMismatch': { expected: account, actual: account },
  'trade/wouldFail': { error: { InstructionError: [3, { Custom: 6001 }] }, words: 'error 6001' },
  'trade/failedOnChain': { error: { InstructionError: [3, { Custom: 6001 }] }, words: 'error 6001' },
  'trade/feeRecipientNotFound': { pool: account },
  'trade/limitBelowAmountIn': { limit: 1n, amountIn: 2n },
  'trade/noBlockhash': {},
  'trade/nonceNotReady': {},
  'trade/notEnoughToBuy': {},
  'trade/notEnoughToPayTradeFee': {},
  'trade/notEnoughTokens': {},
  'trade/tooLong': { fitsUnprotected: true },
  'transaction/tooLarge': { limit: 1644 },
} as const

const sent = {
  'rpc/accounts': { why: 'a' },
  'rpc/badAnswer': { method: 'getSlot', why: 'HTTP 502 Bad Gateway' },
  'rpc/notBase64': {},
  'rpc/refused': { method: 'getSlot', code: -32005, message: 'Node is behind' },
  'rpc/timedOut': { method: 'getSlot', timeoutMs: 5000 },
  'rpc/tooManyRequests': { method: 'getSlot', retryAfterMs: 1 },
  'rpc/unreachable': { method: 'getSlot' },
  'send/allFailed': {},
  'send/endpointFailed': { endpoint: 'jito', why: 'HTTP 500' },
  'send/endpointRefused': { endpoint: 'jito', code: -32602, message: 'no' },
  'send/failed': { why: 'Node is behind' },
  'send/notNoted': {},
  'send/providerFailed': { provider: 'helius', failures: [] },
  'send/relayerFailed': {},
  'send/relayerRefused': { status: 502, statusText: 'Bad Gateway' },
  'send/timedOut': {},
  'send/tipAccountNotFound': { provider: 'jito' },
  'send/wrongSignature': { endpoint: 'jito', expected: 'a', actual: 'b' },
} as const

const wallets = {
  'wallet/addressForSecretKey': {},
  'wallet/noPhrase': {},
  'wallet/notPractising': {},
  'wallet/secretKeyMalformed': {},
  'rent/notEnoughForFee': { balance: 1n, required: 2n },
  'settings/badValue': { at: 'presets', why: 'is no list' },
  'settings/malformed': {},
  'settings/unsupported': { version: '9' },
  'wallet/bundleForeign': {},
  'wallet/bundleMalformed': { at: 'v' },
  'wallet/bundleOutdated': { pinnedRev: 2, rev: 1 },
  'wallet/bundleMissing': { names: ['Main', 'Savings'] },
  'wallet/bundleTampered': { address: account },
  'wallet/changedElsewhere': {},
  'wallet/madeElsewhere': {},
  'wallet/storeUnknown': {},
  'wallet/bundleUnsupported': { what: 'v 9' },
  'wallet/cannotSign': { wallet: 'Kestrel', why: 'it signs by sending only' },
  'wallet/changedMessage': { wallet: 'Kestrel' },
  'wallet/didNotSign': { wallet: 'Kestrel', why: 'It is not plugged in' },
  'wallet/kdfRefused': { parameter: 'memory', value: 1, min: 2, max: 3 },
  'wallet/locked': { address: account },
  'wallet/overLimit': { limit: 'trade', lamports: 1n },
  'wallet/passkeyRefused': {},
  'wallet/passkeyUnsupported': {},
  'wallet/recipientNotTyped': {},
  'wallet/refusedToSign': { reason: 'it takes more than was shown' },
  'wallet/requestMalformed': { at: 'form' },
  'wallet/wrongFilePassphrase': {},
  'wallet/wrongPassphrase': {},
  'withdraw/notEnough': { balance: 1n, required: 2n },
  'withdraw/notEnoughTokens': { balance: 1n, amount: 2n },
  'withdraw/recipientFrozen': { address: account },
} as const

/** Errors whose text says the next step, or that there is no step. The form of a withdrawal shows its errors at their field. */
const liquidity = {
  'liquidity/bothAccountsNotFound': { addresses: [account, account] },
  'liquidity/configDisabled': { config: account },
  'liquidity/configNotFound': { config: account },
  'liquidity/lpAccountNotFound': { lpMint: account, address: account },
  'liquidity/mintMismatch': { expected: account, actual: account },
  'liquidity/paused': { pool: account, action: 'deposit' },
  'liquidity/poolExists': { pool: account },
  'liquidity/someAccountNotFound': { addresses: [account] },
  'liquidity/tokenAccountNotFound': { mint: account, address: account },
  'liquidity/tokenNotInPool': { pool: account, mint: account },
  'liquidity/transferFeeTakesAll': { mint: account },
  'liquidity/vaultDataNotFound': { pool: account, vault: account },
  'liquidity/vaultNotFound': { pool: account, vault: account },
  'liquidity/zeroAmounts': {},
  'region/addLiquidityDisabled': {},
  'region/removeLiquidityDisabled': {},
} as const

const saysEnough = {
  'amount/negative': { text: '-1' },
  'program/curveComplete': {},
  'program/invalidFeeModel': {},
  'program/mintNotSupported': {},
  'quote/complete': { pool: account, stage: 'complete' },
  'quote/notOpen': { pool: account, openTimeSeconds: 1n },
  'rent/accountChanged': { address: account },
  'rent/nothingToReclaim': {},
  'route/cannotFill': { tokenIn: account, tokenOut: account, amount: 1n },
  'route/sameToken': { mint: account },
  // Their toasts say how long they can land, and not to send again yet.
  'send/confirmTimedOut': {},
  'send/expired': {},
  'send/rolledBack': {},
  'send/resting': { endpoint: 'jito', retryAfterMs: 1000 },
  'send/tooManyRequests': { endpoint: 'jito', retryAfterMs: 1 },
  'token/hookSigner': { mint: account, program: account, address: account },
  'token/nonTransferable': { mint: account },
  'token/transferHook': { mint: account, program: account },
  'trade/alreadySent': { mint: account },
  'wallet/notConfirmed': {},
  'wallet/passphraseRefused': { reasons: ['Too short'] },
  'wallet/recoveryCodeMalformed': {},
  'wallet/signerFailed': { step: 'sign' },
  'wallet/storeRefused': { why: 'The server is busy' },
  'withdraw/alreadySent': {},
  'withdraw/leavesTooLittle': { left: 1n, least: 2n },
  'withdraw/recipientChanged': { address: account },
  'withdraw/sameUnderway': {},
  'withdraw/toMint': { address: account },
  'withdraw/toNobody': { address: account },
  'withdraw/toProgram': { address: account },
  'withdraw/toProgramAccount': { address: account, program: account },
  'withdraw/toSelf': { address: account },
  'withdraw/toTokenAccount': { address: account, owner: account },
  'withdraw/tooLittleToOpen': { least: 1n },
} as const

/** Errors that only programs of SDK users cause: the terminal passes no such values. */
const notOfTheTerminal = {
  'address/missing': {},
  'address/noProgramAddress': { program: account },
  'encoding/notBase58': { position: 1 },
  'encoding/notBase64': {},
  'encoding/tooLong': { encoding: 'base58', length: 3, longest: 2 },
  'layout/wrongDeclaration': { layout, declared: 1, actual: 2 },
  'math/divisionByZero': {},
  'number/fixedDigits': { digits: -1 },
  'number/invalid': { value: 'a' },
  'number/significantDigits': { digits: -1 },
  'liquidity/invalidFixedSide': {},
  'owner/cannotSign': {},
  'owner/missing': {},
  'plan/alreadySent': {},
  'plan/changed': {},
  'plan/mayStillLand': {},
  'plan/notEnoughSol': { balance: 1n, required: 2n },
  'plan/notEnoughTokens': { mint: account, balance: 1n, amount: 2n },
  'plan/nothingToResume': {},
  'plan/unknownKind': { kind: 'a' },
  'program/curveNotComplete': {},
  'program/emptySupply': {},
  'program/nothingToCollect': {},
  'quote/limitNotAbovePrice': { limitX64: 1n, sqrtPriceX64: 2n },
  'quote/limitNotBelowPrice': { limitX64: 1n, sqrtPriceX64: 2n },
  'quote/limitTooHigh': { limitX64: 1n, sqrtPriceX64: 2n },
  'quote/limitTooLow': { limitX64: 1n, sqrtPriceX64: 2n },
  'quote/referralTooHigh': { asked: 2n, most: 1n },
  'quote/tokenNotInPool': { pool: account, mint: account },
  'quote/tokenOutNotInPool': { pool: account, mint: account },
  'program/swapError': {},
  'route/inputAccount': { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
  'route/invalidProgram': {},
  'route/malformed': { paths: 0 },
  'route/middleAccount': { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
  'route/poolType': { program: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
  'rpc/noEndpoint': {},
  'send/badEndpoint': { provider: 'jito', index: 0 },
  'send/notExclusive': {},
  'tick/notInteger': { tick: 0.5 },
  'tick/outOfRange': { tick: 443_637 },
  'tick/sqrtPriceOutOfRange': { sqrtPriceX64: 0n },
  'token/notEqual': { left: 'a', right: 'b' },
  'trade/invalidComputeUnits': { unitLimit: 0, most: 1_400_000 },
  'trade/invalidReferralCode': { code: 'K7M2P9QX' },
  'trade/invalidSlippage': { bps: 10_001 },
  'trade/wrongSide': { expected: 'buy', actual: 'sell' },
  'transaction/cosignerFailed': { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
  'transaction/cosignerIdle': { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
  'transaction/noInstructions': {},
  'transaction/noSigners': {},
  'transaction/signatureCount': { expected: 1, actual: 2 },
  'transaction/signatureSize': { actual: 63 },
  'transfer/invalidFee': { basisPoints: 10_001 },
} as const

const helped = { ...unreadable, ...amounts, ...trades, ...sent, ...wallets, ...liquidity }
/** Every code that a page can be told; a new one does not compile before it is in one of the lists. */
const all: { readonly [C in Code]: ErrorFacts<C> } = { ...helped, ...saysEnough, ...notOfTheTerminal }

const textsOf = (codes: object) =>
  Object.keys(codes).map(code => [code, new TernError(code as Code, all[code as Code]).message] as const)

describe('the next step', () => {
  it.each(textsOf(helped))('is told of %s: %s', (_, text) => {
    expect(nextStep(text)).toMatch(/^[A-Z].*[.?]$/)
  })

  it.each([unread('a'), unread('0.1234567891')])('is told of an amount that is none: %s', ({ message }) => {
    expect(nextStep(message)).toMatch(/\.$/)
  })

  it.each(textsOf({ ...saysEnough, ...notOfTheTerminal }))('is not told of %s, which says enough: %s', (_, text) => {
    expect(nextStep(text)).toBeUndefined()
    expect(withNextStep('Enter an amount')).toBe('Enter an amount.')
  })

  it('is about what the text names', () => {
    expect(withNextStep('item ins too big: this trade needs a lookup table (LOOKUP_TABLE)')).toBe(
      'item ins too big: this trade needs a lookup table (LOOKUP_TABLE). Run npm run lookup-table on your server to make one.',
    )
    expect(nextStep('The node did not answer getSlot in 5000 ms')).toBe(nextStep('The node cannot be reached'))
  })
})
