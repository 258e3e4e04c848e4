import { codeAndFacts } from './codeAndFacts.ts'
import type { ErrorCode, ErrorFacts } from './errorTable.ts'

/** Shortens a typed value so that it fits on a line. */
const clip = (value: string) => (value.length > 40 ? `${value.slice(0, 39)}…` : value)

/** The last second of the year 9999. */
const lastSecond = 253_402_300_799n

/** Writes a time to the second. A time before 1970 or after the year 9999 stays a number. */
const timeText = (seconds: bigint) =>
  seconds < 0n || seconds > lastSecond
    ? `${seconds} seconds since 1970`
    : `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Writes lamports as SOL with every digit. */
const sol = (lamports: bigint) => {
  const digits = String(lamports).padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '')
}

/** The providers' names as the specification spells them. */
const providerTitles: Readonly<Record<string, string>> = {
  jito: 'Jito',
  bloxroute: 'BloX route',
  helius: 'Helius',
  temporal: 'Temporal',
}

/** The specification names these providers when they fail. */
const namedProviders: readonly string[] = ['helius', '0slot', 'temporal']

/**
 * The user's text of every error, sorted by code. A text that depends on the error's facts is a function of the facts.
 * The texts of the specification's section 8 are kept to the letter, spelling included.
 */
export const errorMessages: { readonly [C in ErrorCode]: string | ((facts: ErrorFacts<C>) => string) } = {
  'address/invalid': 'invalid public key',
  'address/missing': 'Expected a Address.',
  'address/noProgramAddress': 'unable to find a viable program address nonce',
  'amount/negative': 'An amount cannot be negative',
  'amount/notANumber': 'invalid number string',
  'amount/outOfRange': f => `Not an amount of 64 bits: ${clip(f.value)}`,
  'amount/tooManyDecimals': 'decimals overflow',
  'bundle/notBundle': f => `Not a wallet bundle: ${f.what}`,
  'bundle/notProved': 'Only a key of the stored wallets can change their file: unlock first',
  'bundle/revConflict': f => `The stored bundle is at revision ${f.rev}: read it first`,
  'config/badValue': f => `${f.name} ${f.why}`,
  'config/mainnet': 'RPC_URL is mainnet: real money. Tern refuses it unless TERN_MAINNET=i-know',
  'config/portInUse': f => `${f.name} ${f.port} is in use: choose another`,
  'config/upstream': f => `RPC_URL does not answer as a Solana node does: ${f.why}`,
  'database/locked': f =>
    `DATA_DIR ${f.dataDir} is in use by ${f.pid === undefined ? 'a process of another container' : `process ${f.pid}`}: stop it, or choose another`,
  'database/unavailable': f => `The database does not answer: ${f.why}`,
  'encoding/notBase58': 'Not base58',
  'encoding/notBase64': 'Not base64',
  'encoding/tooLong': f => `Too long for ${f.encoding}: ${f.length} of at most ${f.longest}`,
  'gateway/answer': f => `The node gave no proper answer to ${f.method}: ${f.why}`,
  'gateway/methodNotFound': 'Method not found',
  'gateway/otherChain': f =>
    `The node is now on another chain (genesis hash ${f.actual.slice(0, 44)}): nothing is sent`,
  'gateway/subscriptionLimit': f => `No more than ${f.max} subscriptions on one socket`,
  'gateway/unreachable': 'The node cannot be reached',
  'http/badRequest': f => `The request is not understood: ${f.what}`,
  'http/bodyTooLarge': f => `The body is larger than ${f.maxBytes} bytes`,
  'http/crossSite': 'Changes must come from this site',
  'http/methodNotAllowed': f => `Only ${f.allowed} here`,
  'http/notFound': 'There is nothing here',
  'http/notJson': 'The body must be JSON, sent as application/json',
  'http/tooManyRequests': 'Too many requests: try again shortly',
  'http/unknownHost': 'Unknown host name: set PUBLIC_HOST to the server’s public name',
  'layout/extension': f => `Token extension ${f.type} at byte ${f.offset} of ${f.length} is cut off`,
  'layout/invalidValue': f => `Not a value of ${f.field}: ${f.value}`,
  'layout/mintTooShort': 'invalid mint account',
  'layout/mismatch': f => `${f.field} of ${f.address} is ${f.actual}, not ${f.expected}`,
  'layout/tokenAccountOwner': 'TokenInvalidAccountOwnerError',
  'layout/tokenAccountSize': 'TokenInvalidAccountSizeError',
  'layout/tokenMint': 'TokenInvalidMintError',
  'layout/truncated': f => `${f.layout} ends early: ${f.wanted} bytes wanted at ${f.offset} of ${f.actual}`,
  'layout/wrongDeclaration': f => `${f.layout} is declared with ${f.declared} bytes, its fields take ${f.actual}`,
  'layout/wrongDiscriminator': f => `The account is no ${f.layout}`,
  'layout/wrongOwner': f => `${f.layout} belongs to ${f.expected}, not to ${f.actual}`,
  'layout/wrongSize': f => `${f.layout} takes ${f.expected} bytes, not ${f.actual}`,
  'liquidity/bothAccountsNotFound': 'cannot found target token accounts',
  'liquidity/configDisabled': 'Pools of this config cannot be created',
  'liquidity/configNotFound': 'fetch pool config error',
  'liquidity/invalidFixedSide': 'invalid fixedSide',
  'liquidity/lpAccountNotFound': 'cannot found lp token account',
  'liquidity/mintMismatch': 'mint check error',
  'liquidity/paused': f => `${f.action === 'deposit' ? 'Deposits' : 'Withdrawals'} are paused in this pool`,
  'liquidity/poolExists': 'This pool exists already',
  'liquidity/someAccountNotFound': "you don't has some token account",
  'liquidity/tokenAccountNotFound': 'user do not have token account',
  'liquidity/tokenNotInPool': 'toke not match',
  'liquidity/transferFeeTakesAll': 'The token’s transfer fee takes all that is sent',
  'liquidity/vaultDataNotFound': 'pool vault data not found',
  'liquidity/vaultNotFound': 'fetch vault info error',
  'liquidity/zeroAmounts': 'amounts must greater than zero',
  'math/divisionByZero': 'division by 0',
  'number/fixedDigits': f => `${f.digits} is not a number of digits`,
  'number/invalid': 'invalid BigNumberish value',
  'number/invalidText': 'invalid number string',
  'number/significantDigits': f => `${f.digits} is not a number of digits`,
  'owner/cannotSign': 'please provide owner in keypair format or signAllTransactions function',
  'owner/missing': 'please provide owner in load() initialization or you can set by calling raydium.setOwner(owner)',
  'plan/alreadySent': 'This was sent already: plan it again',
  'plan/changed': 'Accounts changed since: plan it again',
  'plan/mayStillLand': 'Its last transaction may still land: wait for its outcome',
  'plan/notEnoughSol': 'Not enough SOL for the amount, the rents and the fees',
  'plan/notEnoughTokens': 'Not enough tokens',
  'plan/nothingToResume': 'Nothing is left to resume',
  'plan/unknownKind': f => `This version of Tern knows no plan of the kind ${f.kind}`,
  'pool/accountsNotReady': 'Dex accounts not ready for pool',
  'pool/listFailed': 'fetch pool info error',
  'pool/notFound': 'cannot found pool',
  'practice/airdropFailed': f => `The faucet could not pay: ${f.why}`,
  'practice/chainDamaged': f => `${f.file} is damaged: ${f.why}`,
  'practice/journalFailed': f =>
    `The practice chain cannot write ${f.file} (${f.why}): it stops until there is room and Tern is started again`,
  'practice/notLinkable': f => `The object file cannot be linked: ${f.why}`,
  'practice/programFailed': f => `A program failed with error ${f.code}`,
  'practice/proxy': f => `${f.name} ${f.why}`,
  'practice/recordedAccount': f => `${f.file} holds no recorded account: ${f.why}`,
  'practice/refused': f => f.message,
  'practice/rollback': f => `Only 1 to ${f.max} slots can be rolled back, not ${f.slots}`,
  'practice/scriptTooLong': f => `Effects take ${f.bytes} of at most ${f.max} bytes`,
  'practice/travel': 'The chain can only travel forward, and not beyond 2⁵³',
  'program/amountTooSmall': 'The amount is too small for this pool',
  'program/curveComplete': 'The bonding curve is sold out: trading continues in its pool',
  'program/curveNotComplete': 'The bonding curve still has tokens to sell',
  'program/emptySupply': 'A new pool needs some of both tokens',
  'program/insufficientVault': 'Insufficient liquidity',
  'program/invalidFeeModel': 'The program does not know the pool’s kind of fees',
  'program/invalidInput': 'The pool refused the input',
  'program/mathOverflow': 'The amounts are too large for this pool',
  'program/mintNotSupported': 'The pool does not take tokens of this kind',
  'program/notApproved': 'The pool is not open for this',
  'program/nothingToCollect': 'There are no fees to collect',
  'program/priceMovedTooFar': 'The price moved beyond the transaction’s ticks',
  'program/slippageExceeded': 'The price moved beyond the slippage limit',
  'program/stoppedByWallet': 'The wallet’s own guard stopped the trade',
  'program/swapError': 'swap error',
  'program/transferFeeMismatch': "The token's transfer fee does not work out for this amount",
  'program/wrongAccount': 'The transaction names a wrong account for this pool',
  'quote/beyondReserves': 'Insufficient liquidity',
  'quote/complete': f => {
    const [verb, when] = f.stage === 'migrated' ? ['trades in', 'now'] : ['moves to', 'next']
    return `All tokens of the bonding curve are sold: it ${verb} its pool ${f.movesTo ? `${f.movesTo.address} ` : ''}${when}`
  },
  'quote/limitNotAbovePrice': 'sqrtPriceX64 must greater than current',
  'quote/limitNotBelowPrice': 'sqrtPriceX64 must smaller than current',
  'quote/limitTooHigh': 'sqrtPriceX64 must smaller than MAX_SQRT_PRICE_X64',
  'quote/limitTooLow': 'sqrtPriceX64 must greater than MIN_SQRT_PRICE_X64',
  'quote/noLiquidity': 'swapCompute LiquidityInsufficient',
  'quote/notEnoughTickArrays': 'No enough initialized tickArray',
  'quote/notOpen': f => `The pool opens at ${timeText(f.openTimeSeconds)}`,
  'quote/nothingOut': 'destinationAmountSwapped is zero',
  'quote/paused': 'Trading is paused in this pool',
  'quote/referralTooHigh': f => `A referral gets at most ${f.max} parts per million here, not ${f.asked}`,
  'quote/tokenNotInPool': 'mintIn does not match pool',
  'quote/tokenOutNotInPool': 'mintOut does not match pool',
  'quote/zeroAmount': 'amount must greater than zero',
  'quote/zeroSpecified': 'amountSpecified must not be 0',
  'region/addLiquidityDisabled': 'add liquidity feature disabled in your region',
  'region/removeLiquidityDisabled': 'remove liquidity feature disabled in your region',
  'relayer/badTransaction': f => `Transaction ${f.index} is refused: ${f.why}`,
  'relayer/signatureInvalid': f => `Transaction ${f.index} is refused: ${f.signer} has not signed it`,
  'relayer/skipped': 'skipRelayer is set: nothing was sent',
  'relayer/unknownProgram': f =>
    `Transaction ${f.index} is refused: this relayer does not send to program ${f.program}`,
  'relayer/unknownProvider': f => `Transaction ${f.index} is refused: unknown provider ${f.provider}`,
  'rent/accountChanged': 'An empty account changed: check the list again',
  'rent/notEnoughForFee': 'No enough SOL to pay the network fee',
  'rent/nothingToReclaim': 'There are no empty accounts to close',
  'route/cannotFill': 'No route takes this amount: try a smaller one, or a larger one if it is tiny',
  'route/inputAccount': 'input account check error',
  'route/invalidProgram': 'invalid program id',
  'route/malformed': 'route type error',
  'route/middleAccount': 'owner route token account check error',
  'route/noRoute': 'No pools connect these tokens',
  'route/poolType': 'pool type error',
  'route/sameToken': 'Choose two different tokens',
  'rpc/accounts': 'failed to get info for multiple accounts, RPC_ERROR',
  'rpc/badAnswer': f => `The node gave no proper answer to ${f.method}: ${f.why}`,
  'rpc/noEndpoint': 'No node to connect to',
  'rpc/notBase64': 'account info must be base64',
  'rpc/refused': f => `${f.method}: ${f.message} (${f.code})`,
  'rpc/timedOut': f => `The node did not answer ${f.method} in ${f.timeoutMs} ms`,
  'rpc/tooManyRequests': 'Too many requests to the node',
  'rpc/unreachable': 'The node cannot be reached',
  'send/allFailed': 'Both direct and relay transactions failed',
  'send/badEndpoint': f => `Endpoint ${f.index + 1} of ${f.provider} must begin with http:// or https://`,
  'send/confirmTimedOut': 'Transaction confirm timed out',
  'send/endpointFailed': f => `${f.endpoint} does not work: ${f.why}`,
  'send/endpointRefused': f => `${f.endpoint} refused the transaction: ${f.message} (${f.code})`,
  'send/expired': 'The transaction has expired: it did not land and never will',
  'send/failed': f => `Failed to send transaction: ${f.why}`,
  'send/notExclusive': 'These transactions share no durable nonce',
  'send/notNoted': 'Not sent: the transaction could not be saved first',
  'send/providerFailed': f =>
    namedProviders.includes(f.provider) ? `Failed to send ${f.provider} transaction` : 'Failed to send transaction',
  'send/relayerFailed': 'All transactions failed to send via relayer',
  'send/relayerRefused': f => `Failed to send transaction: ${f.statusText}`,
  'send/resting': f => `${f.endpoint} failed too often and is paused for ${Math.ceil(f.retryAfterMs / 1000)} s`,
  'send/rolledBack': 'The chain rolled the transaction back',
  'send/stopped': 'You stopped waiting: the transaction may still land',
  'send/timedOut': 'Transaction sending timed out',
  'send/tipAccountNotFound': f => `${providerTitles[f.provider] ?? f.provider} tip account not found`,
  'send/tooManyRequests': f => `${f.endpoint} gets too many requests: try again shortly`,
  'send/wrongSignature': f => `${f.endpoint} answered with another signature`,
  'settings/badValue': f => `In the settings file, ${f.at} ${f.why}`,
  'settings/malformed': 'This is not a Tern settings file',
  'settings/unsupported': f => `These settings need a newer Tern (version ${f.version})`,
  'tick/notInteger': 'tick must be integer',
  'tick/outOfRange': 'tick must be in MIN_TICK and MAX_TICK',
  'tick/sqrtPriceOutOfRange': 'Provided sqrtPrice is not within the supported sqrtPrice range.',
  'token/accountFrozen': 'The token account is frozen by the token’s issuer',
  'token/accountNotFound': 'TokenAccountNotFoundError',
  'token/associatedAccountMismatch': 'create ata check error',
  'token/hookSigner': f => `The token’s transfer hook needs a signature of ${f.address}`,
  'token/inputAccountNotFound': 'input token account not found',
  'token/nonTransferable': 'The token’s issuer forbids its transfer',
  'token/notEqual': 'token not equals',
  'token/transferHook': 'Tern supports tokens with a transfer hook only in trades',
  'token/transfersPaused': 'The token’s issuer has paused its transfers',
  'trade/addressMismatch': 'Wallet address does not match',
  'trade/alreadySent': 'This trade was sent already: make a new one',
  'trade/failedOnChain': f => `The transaction failed on chain: ${f.words}`,
  'trade/feeRecipientNotFound': 'Protocol fee recipient not found',
  'trade/invalidComputeUnits': f => `A transaction takes 1 to ${f.max} compute units, not ${f.unitLimit}`,
  'trade/invalidReferralCode': f => `Not a referral code: ${f.code}`,
  'trade/invalidSlippage': f => `Slippage is 0 to 10000 basis points, not ${f.bps}`,
  'trade/limitBelowAmountIn': f => `This takes ${f.amountIn}, more than the limit of ${f.limit}`,
  'trade/noBlockhash': 'No blockhash',
  'trade/nonceNotReady': 'Nonce account not ready',
  'trade/notEnoughToBuy': 'No enough SOL to buy tokens',
  'trade/notEnoughToPayTradeFee': 'No enough SOL to pay for trade fee',
  'trade/notEnoughTokens': 'Not enough tokens to sell',
  'trade/tooLong': f =>
    `item ins too big: this trade needs a lookup table (LOOKUP_TABLE)${f.fitsUnprotected ? ', or no MEV protection' : ''}`,
  'trade/wouldFail': f => `The transaction would fail on chain: ${f.words}`,
  'trade/wrongSide': f => `A ${f.actual} cannot be made as a ${f.expected}`,
  'transaction/cosignerFailed': 'A new account of this transaction did not sign it',
  'transaction/cosignerIdle': 'A cosigner has nothing to sign',
  'transaction/noInstructions': 'no instructions provided',
  'transaction/noSigners': 'no signers provided',
  'transaction/signatureCount': f => `The message takes ${f.expected} signatures, not ${f.actual}`,
  'transaction/signatureSize': f => `A signature has 64 bytes, not ${f.actual}`,
  'transaction/tooLarge': 'item ins too big',
  'transfer/invalidFee': f => `A transfer fee cannot be ${f.basisPoints} basis points`,
  'venue/invalidVersion': 'invalid version',
  'venue/notThisProtocol': f => `This pool does not belong to ${f.protocol}`,
  'venue/unknownProtocol': f => `Unsupported protocol: ${f.protocol}`,
  'wallet/addressForSecretKey': 'This is an address, not a secret key',
  'wallet/bundleForeign': 'These wallets belong to another account',
  'wallet/bundleMalformed': 'This is not a Tern wallet file',
  'wallet/bundleMissing': f => `This browser had ${f.names.join(', ')}, and the server has no file of them`,
  'wallet/bundleOutdated': 'This wallet file is older than the one last used here',
  'wallet/bundleTampered': 'The wallet file was changed or is damaged',
  'wallet/bundleUnsupported': f => `This wallet file needs a newer Tern (${f.what})`,
  'wallet/cannotSign': f => `${f.wallet} cannot sign here: ${f.why}`,
  'wallet/changedElsewhere': 'The wallets changed elsewhere, so nothing was stored',
  'wallet/changedMessage': f => `${f.wallet} changed the transaction, so it was not sent`,
  'wallet/didNotSign': f => `${f.wallet} did not sign: ${f.why}`,
  'wallet/kdfRefused': 'Tern does not allow the passphrase protection of this wallet file',
  'wallet/locked': 'The wallet is locked',
  'wallet/madeElsewhere': 'Another tab created a wallet, so this wallet was not stored',
  'wallet/noPhrase': 'These wallets have no recovery phrase',
  'wallet/notConfirmed': 'You cancelled it, so nothing was signed',
  'wallet/notPractising': 'A practice wallet needs a practice chain, and no other wallet',
  'wallet/overLimit': 'More SOL than the signer signs without asking',
  'wallet/passkeyRefused': 'No passkey was used',
  'wallet/passkeyUnsupported': 'This passkey cannot open wallets: its device does not offer PRF',
  'wallet/passphraseRefused': f => f.reasons.join('. '),
  'wallet/recipientNotTyped': 'These are not the last four characters of the address',
  'wallet/recoveryCodeMalformed': 'Not a recovery code: it has eight groups of five letters and digits',
  'wallet/refusedToSign': f => `Refused to sign: ${f.reason}`,
  'wallet/requestMalformed': 'The signer does not understand this request',
  'wallet/secretKeyMalformed': 'This is not a secret key',
  'wallet/signerFailed': 'The signer stopped working. Reload the page.',
  'wallet/storeRefused': f => f.why,
  'wallet/storeUnknown': 'The server has not answered: this may be stored or not',
  'wallet/wrongFilePassphrase': 'Wrong passphrase for this file',
  'wallet/wrongPassphrase': 'Wrong passphrase',
  'withdraw/alreadySent': 'This withdrawal was sent already: make a new one',
  'withdraw/leavesTooLittle': f =>
    `This would leave ${sol(f.left)} SOL in the wallet: leave none, or at least ${sol(f.min)}`,
  'withdraw/notEnough': 'Not enough SOL for this withdrawal',
  'withdraw/notEnoughTokens': 'Not enough tokens for this withdrawal',
  'withdraw/recipientChanged': 'The recipient’s token account was closed: check the withdrawal again',
  'withdraw/recipientFrozen': 'The recipient’s account of this token is frozen by its issuer',
  'withdraw/sameUnderway': 'The same withdrawal is on its way: wait for its outcome',
  'withdraw/toMint': 'This address is a token’s mint, not a wallet',
  'withdraw/toNobody': 'No key controls this address: anything sent there is lost',
  'withdraw/toProgram': 'This address is a program, not a wallet',
  'withdraw/toProgramAccount': 'This address belongs to a program, not to a wallet',
  'withdraw/toSelf': 'This is the wallet’s own address',
  'withdraw/toTokenAccount': f => `This address is a token account. Its wallet is ${f.owner}`,
  'withdraw/tooLittleToOpen': f => `An empty address needs at least ${sol(f.min)} SOL`,
}

const messages: Readonly<Partial<Record<string, string | ((facts: never) => string)>>> = errorMessages

/**
 * Writes the user's text of an error, or of a code and facts that arrived over a wire. `TernError.message` is this text.
 * Code and facts may come from another version of Tern or from plain JavaScript. If the table has no text for them, the
 * text is the code and the facts.
 *
 * @example
 * errorMessage({ code: 'wallet/wrongPassphrase', facts: {} }) // 'Wrong passphrase'
 */
export function errorMessage(error: { readonly code: string; readonly facts: unknown }): string {
  const { code, facts } = error
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined
  if (typeof message === 'string') return message
  try {
    return message?.(facts as never) ?? codeAndFacts(error)
  } catch {
    return codeAndFacts(error)
  }
}
