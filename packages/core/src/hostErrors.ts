import { type TernError as Base, type ErrorCode, knowing } from './errors.ts'

/** Lamports as SOL, every digit. */
const sol = (lamports: bigint) => {
  const digits = String(lamports).padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '')
}

/**
 * What programs refuse with, and the errors of whoever looks for pools, keeps wallets, withdraws, serves or practises, as those
 * in `errors.ts`; apart from them, so that a page that only trades does not load them.
 */
export const hostCatalogue = {
  'pool/listFailed': (_: { why: string }) => 'fetch pool info error',
  'pool/notFound': (_: { mint: string }) => 'cannot found pool',
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
  'rent/accountChanged': (_: { address: string }) => 'An empty account changed since: look at the list again',
  'rent/notEnoughForFee': (_: { balance: bigint; required: bigint }) => 'No enough SOL to pay the network fee',
  'rent/nothingToReclaim': (_: object) => 'There are no empty accounts to close',
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
} as const

/** The same class for those who throw these errors: whoever takes it from here has their texts. */
export const TernError = knowing(hostCatalogue)
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
