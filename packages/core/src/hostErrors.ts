import { type TernError as Base, type ErrorCode, knowing } from './errors.ts'
import { tradeCatalogue } from './tradeErrors.ts'
import { walletCatalogue } from './walletErrors.ts'

/** Lamports as SOL, every digit. */
const sol = (lamports: bigint) => {
  const digits = String(lamports).padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '')
}

/** Providers as the specification spells them. */
const providerTitles: Readonly<Record<string, string>> = {
  jito: 'Jito',
  bloxroute: 'BloX route',
  helius: 'Helius',
  temporal: 'Temporal',
}

/** Providers whose failures the specification tells by name. */
const namedProviders: readonly string[] = ['helius', '0slot', 'temporal']

/**
 * The errors of whoever looks for pools, tips, has a nonce, withdraws or reads settings, as those in `errors.ts`; apart from them, so
 * that a page that only trades does not load them.
 */
export const hostCatalogue = {
  'pool/listFailed': (_: { why: string }) => 'fetch pool info error',
  'pool/notFound': (_: { mint: string }) => 'cannot found pool',
  'rent/accountChanged': (_: { address: string }) => 'An empty account changed since: look at the list again',
  'rent/notEnoughForFee': (_: { balance: bigint; required: bigint }) => 'No enough SOL to pay the network fee',
  'rent/mayStillLand': (_: object) => 'The last transaction of it may still land: wait until its outcome is known',
  'rent/nothingToResume': (_: object) => 'There is nothing left to go on with',
  'rent/nothingToReclaim': (_: object) => 'There are no empty accounts to close',
  'send/expired': (_: object) => 'The transaction has expired: it did not land and never will',
  'send/tipAccountNotFound': (f: { provider: string }) =>
    `${providerTitles[f.provider] ?? f.provider} tip account not found`,
  'send/badEndpoint': (f: { provider: string; index: number }) =>
    `Endpoint ${f.index + 1} of ${f.provider} is no address that begins with http:// or https://`,
  'send/endpointFailed': (f: { endpoint: string; why: string }) => `${f.endpoint} does not work: ${f.why}`,
  'send/endpointRefused': (f: { endpoint: string; code: number; message: string }) =>
    `${f.endpoint} refused the transaction: ${f.message} (${f.code})`,
  'send/providerFailed': (f: { provider: string; failures: readonly string[] }) =>
    namedProviders.includes(f.provider) ? `Failed to send ${f.provider} transaction` : 'Failed to send transaction',
  'send/resting': (f: { endpoint: string; retryAfterMs: number }) =>
    `${f.endpoint} failed too often and is left alone for ${Math.ceil(f.retryAfterMs / 1000)} s`,
  'send/tooManyRequests': (f: { endpoint: string; retryAfterMs: number }) =>
    `${f.endpoint} is asked too often: try again shortly`,
  'token/nonTransferable': (_: { mint: string }) => 'This token cannot be sent: its issuer made it so',
  'token/transferHook': (_: { mint: string; program: string }) =>
    'Every transfer of this token calls a program of its issuer, which Tern does for trades alone',
  'token/transfersPaused': (_: { mint: string }) => 'The token’s issuer has paused its transfers',
  'trade/invalidReferralCode': (f: { code: string }) => `Not a referral code: ${f.code}`,
  'trade/tooLong': (f: { fitsUnprotected: boolean }) =>
    `item ins too big: this trade needs a lookup table (LOOKUP_TABLE)${f.fitsUnprotected ? ', or no MEV protection' : ''}`,
  'trade/nonceNotReady': (_: object) => 'Nonce account not ready',
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
  'settings/badValue': (f: { at: string; why: string }) => `In the settings file, ${f.at} ${f.why}`,
  'settings/malformed': (_: object) => 'This is not a Tern settings file',
  'settings/unsupported': (f: { version: string }) => `These settings need a newer Tern (version ${f.version})`,
} as const

/** The same class for those who throw these errors: whoever takes it from here has their texts, and those of who trades. */
export const TernError = knowing({ ...tradeCatalogue, ...walletCatalogue, ...hostCatalogue })
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
