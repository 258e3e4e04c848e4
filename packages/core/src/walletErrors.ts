import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'
import { tradeCatalogue } from './tradeErrors.ts'

/**
 * The errors of whoever keeps keys or asks those who do, as those in `errors.ts`; apart from them, so that nobody else loads them,
 * and the page that holds the keys loads little beside.
 */
export const walletCatalogue = {
  'wallet/addressForSecretKey': (_: object) => 'This is an address, not a secret key',
  'wallet/bundleForeign': (_: object) => 'These wallets are of another account',
  'wallet/bundleMissing': (f: { names: readonly string[] }) =>
    `This browser had ${f.names.join(', ')}, and the server has nothing of them`,
  'wallet/bundleMalformed': (_: { at: string }) => 'This is not a Tern wallet file',
  'wallet/bundleOutdated': (_: { pinnedRev: number; rev: number }) =>
    'This wallet file is older than the one last used here',
  'wallet/bundleTampered': (_: { address: string }) => 'The wallet file was changed or is damaged',
  'wallet/bundleUnsupported': (f: { what: string }) => `This wallet file needs a newer Tern (${f.what})`,
  'wallet/changedElsewhere': (_: object) => 'The wallets were changed elsewhere meanwhile, so nothing was stored',
  'wallet/kdfRefused': (_: { parameter: string; value: number; least: number; most: number }) =>
    'This wallet file asks for a passphrase protection that Tern does not allow',
  'wallet/madeElsewhere': (_: object) => 'Another tab has made a wallet meanwhile, so this one was not stored',
  'wallet/locked': (_: { address: string }) => 'The wallet is locked',
  'wallet/noPhrase': (_: object) => 'These wallets have no recovery phrase',
  'wallet/notConfirmed': (_: object) => 'You cancelled it, so nothing was signed',
  'wallet/notPractising': (_: object) => 'A practice wallet is made on a practice chain only, and beside no others',
  'wallet/overLimit': (_: { limit: 'trade' | 'untilLock' | 'unpriced' | 'fee'; lamports: bigint }) =>
    'More SOL than the signer signs without asking',
  'wallet/passkeyRefused': (_: object) => 'No passkey was used',
  'wallet/passkeyUnsupported': (_: object) => 'This passkey cannot open wallets: its device does not offer PRF',
  'wallet/passphraseRefused': (f: { reasons: readonly string[] }) => f.reasons.join('. '),
  'wallet/recipientNotTyped': (_: object) => 'These are not the last four characters of the address',
  'wallet/recoveryCodeMalformed': (_: object) =>
    'This is no recovery code: it has eight groups of five letters and digits',
  'wallet/refusedToSign': (f: { reason: string }) => `Refused to sign: ${f.reason}`,
  'wallet/requestMalformed': (_: { at: string }) => 'The signer does not understand this request',
  'wallet/secretKeyMalformed': (_: object) => 'This is not a secret key',
  'wallet/signerFailed': (_: { step: string }) => 'The signer stopped working. Reload the page.',
  'wallet/storeRefused': (f: { why: string; status?: number }) => f.why,
  'wallet/storeUnknown': (_: object) => 'The server has not answered, so it is not known whether this was stored',
  'wallet/wrongFilePassphrase': (_: object) => 'Wrong passphrase of the file',
  'wallet/wrongPassphrase': (_: object) => 'Wrong passphrase',
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts, and those of who trades. */
export const TernError = knowing({ ...tradeCatalogue, ...walletCatalogue })
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
