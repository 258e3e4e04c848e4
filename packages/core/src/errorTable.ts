/**
 * The code and the facts of every error of Tern. A line an entry, `area/whatIsWrong`, sorted.
 * `errorMessages.ts` has the user's text of each code. Facts never hold a secret.
 */
export interface ErrorTable {
  'address/invalid': { text: string }
  'address/missing': object
  'address/noProgramAddress': { program: string }
  'amount/negative': { text: string }
  'amount/notANumber': { text: string }
  'amount/outOfRange': { value: string }
  'amount/tooManyDecimals': { digits: number; decimals: number }
  'bundle/notBundle': { what: string }
  'bundle/notProved': object
  'bundle/revConflict': { rev: number }
  'config/badValue': { name: string; why: string }
  'config/mainnet': { genesisHash: string }
  'config/portInUse': { name: string; port: number }
  'config/upstream': { why: string }
  'database/locked': { dataDir: string; pid: number | undefined }
  'database/unavailable': { why: string }
  'encoding/notBase58': { position: number }
  'encoding/notBase64': object
  'encoding/tooLong': { encoding: string; length: number; longest: number }
  'gateway/answer': { method: string; why: string }
  'gateway/methodNotFound': { method: string }
  'gateway/otherChain': { expected: string; actual: string }
  'gateway/subscriptionLimit': { max: number }
  'gateway/unreachable': { method: string }
  'http/badRequest': { what: string }
  'http/bodyTooLarge': { maxBytes: number }
  'http/crossSite': { origin: string }
  'http/methodNotAllowed': { allowed: string }
  'http/notFound': { path: string }
  'http/notJson': { contentType: string }
  'http/tooManyRequests': { retryAfterSeconds: number }
  'http/unknownHost': { host: string }
  'layout/extension': { type: number; offset: number; length: number }
  'layout/invalidValue': { field: string; value: string }
  'layout/mintTooShort': { address: string; length: number }
  'layout/mismatch': { address: string; field: string; expected: string; actual: string }
  'layout/tokenAccountOwner': { address: string; owner: string }
  'layout/tokenAccountSize': { address: string; length: number }
  'layout/tokenMint': { address: string }
  'layout/truncated': { layout: string; offset: number; wanted: number; actual: number }
  'layout/wrongDeclaration': { layout: string; declared: number; actual: number }
  'layout/wrongDiscriminator': { layout: string }
  'layout/wrongOwner': { layout: string; expected: string; actual: string }
  'layout/wrongSize': { layout: string; expected: number; actual: number }
  'liquidity/bothAccountsNotFound': { addresses: readonly string[] }
  'liquidity/configDisabled': { config: string }
  'liquidity/configNotFound': { config: string }
  'liquidity/invalidFixedSide': object
  'liquidity/lpAccountNotFound': { lpMint: string; address: string }
  'liquidity/mintMismatch': { expected: string; actual: string }
  'liquidity/paused': { pool: string; action: 'deposit' | 'withdraw' }
  'liquidity/poolExists': { pool: string }
  'liquidity/someAccountNotFound': { addresses: readonly string[] }
  'liquidity/tokenAccountNotFound': { mint: string; address: string }
  'liquidity/tokenNotInPool': { pool: string; mint: string }
  'liquidity/transferFeeTakesAll': { mint: string }
  'liquidity/vaultDataNotFound': { pool: string; vault: string }
  'liquidity/vaultNotFound': { pool: string; vault: string }
  'liquidity/zeroAmounts': object
  'math/divisionByZero': object
  'number/fixedDigits': { digits: number }
  'number/invalid': { value: string }
  'number/invalidText': { text: string }
  'number/significantDigits': { digits: number }
  'owner/cannotSign': object
  'owner/missing': object
  'plan/alreadySent': object
  'plan/changed': object
  'plan/mayStillLand': object
  'plan/notEnoughSol': { balance: bigint; required: bigint }
  'plan/notEnoughTokens': { mint: string; balance: bigint; amount: bigint }
  'plan/nothingToResume': object
  'plan/unknownKind': { kind: string }
  'pool/accountsNotReady': { pool: string; missing?: readonly string[] }
  'pool/listFailed': { why: string }
  'pool/notFound': { mint: string }
  'practice/airdropFailed': { why: string }
  'practice/chainDamaged': { file: string; why: string }
  'practice/journalFailed': { file: string; why: string }
  'practice/notLinkable': { why: string }
  'practice/programFailed': { code: number | 'panic'; logs: readonly string[] }
  'practice/proxy': { name: string; why: string }
  'practice/recordedAccount': { file: string; why: string }
  'practice/refused': { code: number; message: string; data?: Readonly<Record<string, unknown>> | string }
  'practice/rollback': { slots: bigint; max: bigint }
  'practice/scriptTooLong': { bytes: number; max: number }
  'practice/travel': object
  'program/amountTooSmall': object
  'program/curveComplete': object
  'program/curveNotComplete': object
  'program/emptySupply': object
  'program/insufficientVault': object
  'program/invalidFeeModel': object
  'program/invalidInput': object
  'program/mathOverflow': object
  'program/mintNotSupported': object
  'program/notApproved': object
  'program/nothingToCollect': object
  'program/priceMovedTooFar': object
  'program/slippageExceeded': object
  'program/stoppedByWallet': object
  'program/swapError': object
  'program/transferFeeMismatch': object
  'program/wrongAccount': object
  'quote/beyondReserves': { amountOut: bigint; reserveOut: bigint }
  'quote/complete': {
    pool: string
    stage: 'complete' | 'migrating' | 'migrated'
    movesTo?: { protocol: string; address: string }
  }
  'quote/limitNotAbovePrice': { limitX64: bigint; sqrtPriceX64: bigint }
  'quote/limitNotBelowPrice': { limitX64: bigint; sqrtPriceX64: bigint }
  'quote/limitTooHigh': { limitX64: bigint; sqrtPriceX64: bigint }
  'quote/limitTooLow': { limitX64: bigint; sqrtPriceX64: bigint }
  'quote/noLiquidity': { pool: string }
  'quote/notEnoughTickArrays': { pool: string }
  'quote/notOpen': { pool: string; openTimeSeconds: bigint }
  'quote/nothingOut': object
  'quote/paused': { pool: string }
  'quote/referralTooHigh': { asked: bigint; max: bigint }
  'quote/tokenNotInPool': { pool: string; mint: string }
  'quote/tokenOutNotInPool': { pool: string; mint: string }
  'quote/zeroAmount': object
  'quote/zeroSpecified': object
  'region/addLiquidityDisabled': object
  'region/removeLiquidityDisabled': object
  'relayer/badTransaction': { index: number; why: string }
  'relayer/signatureInvalid': { index: number; signer: string }
  'relayer/skipped': object
  'relayer/unknownProgram': { index: number; program: string }
  'relayer/unknownProvider': { index: number; provider: string }
  'rent/accountChanged': { address: string }
  'rent/notEnoughForFee': { balance: bigint; required: bigint }
  'rent/nothingToReclaim': object
  'route/cannotFill': { tokenIn: string; tokenOut: string; amount: bigint }
  'route/inputAccount': { address: string }
  'route/invalidProgram': object
  'route/malformed': { paths: number }
  'route/middleAccount': { address: string }
  'route/noRoute': { tokenIn: string; tokenOut: string }
  'route/poolType': { program: string }
  'route/sameToken': { mint: string }
  'rpc/accounts': { why: string }
  'rpc/badAnswer': { method: string; why: string; statusText?: string; retryAfterMs?: number }
  'rpc/noEndpoint': object
  'rpc/notBase64': object
  'rpc/refused': { method: string; code: number; message: string }
  'rpc/timedOut': { method: string; timeoutMs: number }
  'rpc/tooManyRequests': { method: string; retryAfterMs: number }
  'rpc/unreachable': { method: string }
  'send/allFailed': object
  'send/badEndpoint': { provider: string; index: number }
  'send/confirmTimedOut': { blocksLeft?: bigint; lastHeight?: bigint }
  'send/endpointFailed': { endpoint: string; why: string }
  'send/endpointRefused': { endpoint: string; code: number; message: string }
  'send/expired': object
  'send/failed': { why: string }
  'send/notExclusive': object
  'send/notNoted': object
  'send/providerFailed': { provider: string; failures: readonly string[] }
  'send/relayerFailed': object
  'send/relayerRefused': { status: number; statusText: string }
  'send/resting': { endpoint: string; retryAfterMs: number }
  'send/rolledBack': { blocksLeft?: bigint; lastHeight?: bigint }
  'send/stopped': { blocksLeft?: bigint; lastHeight?: bigint }
  'send/timedOut': object
  'send/tipAccountNotFound': { provider: string }
  'send/tooManyRequests': { endpoint: string; retryAfterMs: number }
  'send/wrongSignature': { endpoint: string; expected: string; actual: string }
  'settings/badValue': { at: string; why: string }
  'settings/malformed': object
  'settings/unsupported': { version: string }
  'tick/notInteger': { tick: number }
  'tick/outOfRange': { tick: number }
  'tick/sqrtPriceOutOfRange': { sqrtPriceX64: bigint }
  'token/accountFrozen': { address: string }
  'token/accountNotFound': { address: string }
  'token/associatedAccountMismatch': { address: string; what: 'program' | 'mint' | 'owner' | 'data' }
  'token/hookSigner': { mint: string; program: string; address: string }
  'token/inputAccountNotFound': { address: string }
  'token/nonTransferable': { mint: string }
  'token/notEqual': { left: string; right: string }
  'token/transferHook': { mint: string; program: string }
  'token/transfersPaused': { mint: string }
  'trade/addressMismatch': { expected: string; actual: string }
  'trade/alreadySent': { mint: string }
  'trade/failedOnChain': { error: unknown; signature?: string; words: string }
  'trade/feeRecipientNotFound': { pool: string }
  'trade/invalidComputeUnits': { unitLimit: number; max: number }
  'trade/invalidReferralCode': { code: string }
  'trade/invalidSlippage': { bps: number }
  'trade/limitBelowAmountIn': { limit: bigint; amountIn: bigint }
  'trade/noBlockhash': object
  'trade/nonceNotReady': object
  'trade/notEnoughToBuy': { balance?: bigint; required?: bigint; largest?: bigint }
  'trade/notEnoughToPayTradeFee': { balance?: bigint; required?: bigint }
  'trade/notEnoughTokens': { balance?: bigint; amount?: bigint }
  'trade/tooLong': { fitsUnprotected: boolean }
  'trade/wouldFail': { error: unknown; words: string }
  'trade/wrongSide': { expected: string; actual: string }
  'transaction/cosignerFailed': { address: string }
  'transaction/cosignerIdle': { address: string }
  'transaction/noInstructions': object
  'transaction/noSigners': object
  'transaction/signatureCount': { expected: number; actual: number }
  'transaction/signatureSize': { actual: number }
  'transaction/tooLarge': { characters?: number; instructions?: number; accounts?: number; limit: number }
  'transfer/invalidFee': { basisPoints: number }
  'venue/invalidVersion': { protocol: string; version: string }
  'venue/notThisProtocol': { pool: string; protocol: string }
  'venue/unknownProtocol': { protocol: string }
  'wallet/addressForSecretKey': object
  'wallet/bundleForeign': object
  'wallet/bundleMalformed': { at: string }
  'wallet/bundleMissing': { names: readonly string[] }
  'wallet/bundleOutdated': { pinnedRev: number; rev: number }
  'wallet/bundleTampered': { address: string }
  'wallet/bundleUnsupported': { what: string }
  'wallet/cannotSign': { wallet: string; why: string }
  'wallet/changedElsewhere': object
  'wallet/changedMessage': { wallet: string }
  'wallet/didNotSign': { wallet: string; why: string }
  'wallet/kdfRefused': { parameter: string; value: number; min: number; max: number }
  'wallet/locked': { address: string }
  'wallet/madeElsewhere': object
  'wallet/noPhrase': object
  'wallet/notConfirmed': object
  'wallet/notPractising': object
  'wallet/overLimit': {
    limit: 'trade' | 'untilLock' | 'unpriced' | 'fee' | 'placement' | 'unbounded' | 'irreversible' | 'unknownOwner'
    lamports: bigint
  }
  'wallet/passkeyRefused': object
  'wallet/passkeyUnsupported': object
  'wallet/passphraseRefused': { reasons: readonly string[] }
  'wallet/recipientNotTyped': object
  'wallet/recoveryCodeMalformed': object
  'wallet/refusedToSign': { reason: string }
  'wallet/requestMalformed': { at: string }
  'wallet/secretKeyMalformed': object
  'wallet/signerFailed': { step: string }
  'wallet/storeRefused': { why: string; status?: number }
  'wallet/storeUnknown': object
  'wallet/wrongFilePassphrase': object
  'wallet/wrongPassphrase': object
  'withdraw/alreadySent': object
  'withdraw/leavesTooLittle': { left: bigint; min: bigint }
  'withdraw/notEnough': { balance: bigint; required: bigint }
  'withdraw/notEnoughTokens': { balance: bigint; amount: bigint }
  'withdraw/recipientChanged': { address: string }
  'withdraw/recipientFrozen': { address: string }
  'withdraw/sameUnderway': object
  'withdraw/toMint': { address: string }
  'withdraw/toNobody': { address: string }
  'withdraw/toProgram': { address: string }
  'withdraw/toProgramAccount': { address: string; program: string }
  'withdraw/toSelf': { address: string }
  'withdraw/toTokenAccount': { address: string; owner: string }
  'withdraw/tooLittleToOpen': { min: bigint }
}

/** The name of an error: `area/whatIsWrong`. Branch on it, never on the text. */
export type ErrorCode = keyof ErrorTable
/** The facts that an error of code `C` carries. */
export type ErrorFacts<C extends ErrorCode> = ErrorTable[C]
