/** A value that somebody typed, short enough for a line. */
const clip = (value: string) => (value.length > 40 ? `${value.slice(0, 39)}…` : value)

/** Lamports as SOL, every digit. */
const sol = (lamports: bigint) => {
  const digits = String(lamports).padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '')
}

/** A node's words, as it wrote them. */
const nodeWords = (error: unknown) =>
  JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))

/**
 * Every error of Tern: code → the user's text, given the facts. One line an entry; section 8 of the specification is kept
 * to the letter, spelling included. Code branches on codes, never on text.
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
  'pool/listFailed': (_: { why: string }) => 'fetch pool info error',
  'pool/notFound': (_: { mint: string }) => 'cannot found pool',
  'pool/accountsNotReady': (_: { pool: string; missing?: readonly string[] }) => 'Dex accounts not ready for pool',
  'practice/airdropFailed': (f: { why: string }) => `The faucet could not pay: ${f.why}`,
  'practice/chainDamaged': (f: { file: string; why: string }) => `${f.file} is damaged: ${f.why}`,
  'practice/journalFailed': (f: { file: string; why: string }) =>
    `The practice chain cannot write ${f.file} (${f.why}): it stands still until there is room and Tern is started again`,
  'practice/notLinkable': (f: { why: string }) => `The object file cannot be linked: ${f.why}`,
  'practice/programFailed': (f: { code: number | 'panic'; logs: readonly string[] }) =>
    `A program failed with error ${f.code}`,
  'practice/proxy': (f: { name: string; why: string }) => `${f.name} ${f.why}`,
  'practice/recordedAccount': (f: { file: string; why: string }) => `${f.file} holds no recorded account: ${f.why}`,
  'practice/refused': (f: { code: number; message: string; data?: Readonly<Record<string, unknown>> | string }) =>
    f.message,
  'practice/rollback': (f: { slots: bigint; most: bigint }) =>
    `${f.slots} slots cannot be rolled back: 1 to ${f.most} can, the rest is final`,
  'practice/scriptTooLong': (f: { bytes: number; most: number }) =>
    `The effects of an invocation take ${f.bytes} of at most ${f.most} bytes`,
  'practice/travel': (_: object) => 'The chain travels forward only, by one slot or more, and not beyond 2⁵³',
  'program/amountTooSmall': (_: object) => 'The amount is too small for this pool',
  'program/curveComplete': (_: object) => 'All tokens of the bonding curve are sold: it trades in its pool from now on',
  'program/curveNotComplete': (_: object) => 'The bonding curve still has tokens to sell',
  'program/emptySupply': (_: object) => 'A new pool needs some of both tokens',
  'program/insufficientVault': (_: object) => 'Insufficient liquidity',
  'program/invalidFeeModel': (_: object) => 'The pool asks for fees in a way that its program does not know',
  'program/invalidInput': (_: object) => 'The pool refused the input',
  'program/mathOverflow': (_: object) => 'The amounts are too large for this pool',
  'program/mintNotSupported': (_: object) => 'The pool does not take tokens of this kind',
  'program/notApproved': (_: object) => 'The pool is not open for this',
  'program/nothingToCollect': (_: object) => 'There are no fees to collect',
  'program/priceMovedTooFar': (_: object) => 'The price moved beyond the ticks that the transaction names',
  'program/slippageExceeded': (_: object) => 'The price moved beyond the slippage limit',
  'program/transferFeeMismatch': (_: object) => "The token's transfer fee does not work out for this amount",
  'program/wrongAccount': (_: object) => 'The transaction names an account that is not the one of this pool',
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
  'rent/accountChanged': (_: { address: string }) => 'An empty account changed since: look at the list again',
  'rent/notEnoughForFee': (_: { balance: bigint; required: bigint }) => 'No enough SOL to pay the network fee',
  'rent/nothingToReclaim': (_: object) => 'There are no empty accounts to close',
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
  'withdraw/alreadySent': (_: object) => 'This withdrawal was sent already: make a new one',
  'withdraw/leavesTooLittle': (f: { left: bigint; least: bigint }) =>
    `This would leave ${sol(f.left)} SOL in the wallet: leave none, or at least ${sol(f.least)}`,
  'withdraw/notEnough': (_: { balance: bigint; required: bigint }) => 'Not enough SOL for this withdrawal',
  'withdraw/notEnoughTokens': (_: { balance: bigint; amount: bigint }) => 'Not enough tokens for this withdrawal',
  'withdraw/recipientChanged': (_: { address: string }) =>
    'The recipient’s token account was closed since: look at the withdrawal again',
  'withdraw/recipientFrozen': (_: { address: string }) =>
    'The recipient’s account of this token is frozen by its issuer',
  'withdraw/tooLittleToOpen': (f: { least: bigint }) =>
    `An address that holds nothing yet needs at least ${sol(f.least)} SOL`,
  'withdraw/sameUnderway': (_: object) => 'The same withdrawal is on its way: wait until its outcome is known',
  'withdraw/toMint': (_: { address: string }) => 'This address is a token’s mint, not a wallet',
  'withdraw/toNobody': (_: { address: string }) => 'Nobody has a key to this address: what is sent there is lost',
  'withdraw/toProgram': (_: { address: string }) => 'This address is a program, not a wallet',
  'withdraw/toProgramAccount': (_: { address: string; program: string }) =>
    'This address belongs to a program, not to a wallet',
  'withdraw/toSelf': (_: { address: string }) => 'This is the wallet’s own address',
  'withdraw/toTokenAccount': (f: { address: string; owner: string }) =>
    `This address is a token account. Its wallet is ${f.owner}`,
  'venue/notThisProtocol': (f: { pool: string; protocol: string }) => `This pool is not one of ${f.protocol}`,
  'venue/unknownProtocol': (f: { protocol: string }) => `Unsupported protocol: ${f.protocol}`,
  'wallet/bundleForeign': (_: object) => 'These wallets are of another account',
  'wallet/bundleMalformed': (_: { at: string }) => 'This is not a Tern wallet file',
  'wallet/bundleOutdated': (_: { pinnedRev: number; rev: number }) =>
    'This wallet file is older than the one last used here',
  'wallet/bundleTampered': (_: { address: string }) => 'The wallet file was changed or is damaged',
  'wallet/bundleUnsupported': (f: { what: string }) => `This wallet file needs a newer Tern (${f.what})`,
  'wallet/kdfRefused': (_: { parameter: string; value: number; least: number; most: number }) =>
    'This wallet file asks for a passphrase protection that Tern does not allow',
  'wallet/locked': (_: { address: string }) => 'The wallet is locked',
  'wallet/passkeyRefused': (_: object) => 'No passkey was used',
  'wallet/passkeyUnsupported': (_: object) => 'This passkey cannot open wallets: its device does not offer PRF',
  'wallet/passphraseRefused': (f: { reasons: readonly string[] }) => f.reasons.join('. '),
  'wallet/recipientNotTyped': (_: object) => 'These are not the last four characters of the address',
  'wallet/recoveryCodeMalformed': (_: object) =>
    'This is no recovery code: it has eight groups of five letters and digits',
  'wallet/refusedToSign': (f: { reason: string }) => `Refused to sign: ${f.reason}`,
  'wallet/requestMalformed': (_: { at: string }) => 'The signer does not understand this request',
  'wallet/signerFailed': (_: { step: string }) => 'The signer stopped working. Reload the page.',
  'wallet/storeRefused': (f: { why: string }) => f.why,
  'wallet/wrongPassphrase': (_: object) => 'Wrong passphrase',
  'settings/badValue': (f: { at: string; why: string }) => `In the settings file, ${f.at} ${f.why}`,
  'settings/malformed': (_: object) => 'This is not a Tern settings file',
  'settings/unsupported': (f: { version: string }) => `These settings need a newer Tern (version ${f.version})`,
  'config/badValue': (_: { name: string; why: string }) => `${_.name} ${_.why}`,
  'config/mainnet': (_: { genesisHash: string }) =>
    'RPC_URL is mainnet: real money. Tern refuses it unless TERN_MAINNET=i-know',
  'config/portInUse': (_: { name: string; port: number }) => `${_.name} ${_.port} is in use: choose another`,
  'config/upstream': (_: { why: string }) => `RPC_URL does not answer as a Solana node does: ${_.why}`,
  'database/locked': (_: { dataDir: string; pid: number }) =>
    `DATA_DIR ${_.dataDir} is in use by process ${_.pid}: stop it, or choose another directory`,
  'database/unavailable': (_: { why: string }) => `The database does not answer: ${_.why}`,
  'http/badRequest': (_: { what: string }) => `The request is not understood: ${_.what}`,
  'http/bodyTooLarge': (_: { mostBytes: number }) => `The body is larger than ${_.mostBytes} bytes`,
  'http/crossSite': (_: { origin: string }) => 'Requests that change something must come from this site',
  'http/methodNotAllowed': (_: { allowed: string }) => `Only ${_.allowed} here`,
  'http/notFound': (_: { path: string }) => 'There is nothing here',
  'http/notJson': (_: { contentType: string }) => 'The body must be JSON, sent as application/json',
  'http/tooManyRequests': (_: { retryAfterSeconds: number }) => 'Too many requests: try again shortly',
  'http/unknownHost': (_: { host: string }) =>
    'This server is not known by that name: set PUBLIC_HOST to the name it is reached by',
  'gateway/answer': (_: { method: string; why: string }) => `The node gave no proper answer to ${_.method}: ${_.why}`,
  'gateway/methodNotFound': (_: { method: string }) => 'Method not found',
  'gateway/subscriptionLimit': (_: { most: number }) => `No more than ${_.most} subscriptions on one socket`,
  'gateway/unreachable': (_: { method: string }) => 'The node cannot be reached',
  'relayer/badTransaction': (_: { index: number; why: string }) => `Transaction ${_.index} is refused: ${_.why}`,
  'relayer/signatureInvalid': (_: { index: number; signer: string }) =>
    `Transaction ${_.index} is refused: ${_.signer} has not signed it`,
  'relayer/skipped': (_: Record<never, never>) => 'skipRelayer is set: nothing was sent',
  'relayer/unknownProgram': (_: { index: number; program: string }) =>
    `Transaction ${_.index} is refused: program ${_.program} is not one this relayer sends to`,
  'relayer/unknownProvider': (_: { index: number; provider: string }) =>
    `Transaction ${_.index} is refused: provider ${_.provider} is not known here`,
  'bundle/notBundle': (_: { what: string }) => `Not a wallet bundle: ${_.what}`,
  'bundle/revConflict': (_: { rev: number }) => `The stored bundle is at revision ${_.rev}: read it before changing it`,
} as const satisfies Record<`${string}/${string}`, (facts: never) => string>

/** The name of an error: `area/whatIsWrong`. Branch on it, never on the text. */
export type ErrorCode = keyof typeof catalogue
/** What an error of code `C` carries besides its text. */
export type ErrorFacts<C extends ErrorCode> = Parameters<(typeof catalogue)[C]>[0]

/** The only error class. `facts` never hold a secret. */
export class TernError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'TernError'
  readonly code: C
  readonly facts: ErrorFacts<C>

  constructor(code: C, facts: ErrorFacts<C>, options?: { cause?: unknown }) {
    super((catalogue[code] as (facts: ErrorFacts<C>) => string)(facts), options)
    this.code = code
    this.facts = facts
  }
}

/** Whether `error` is Tern's, and, when a code is given, that one. */
export function isTernError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is TernError<C> {
  return error instanceof TernError && (code === undefined || error.code === code)
}
