/**
 * Every error of Tern: code → the user's text, given the facts. One line an entry; section 8 of the specification is kept
 * to the letter, spelling included. Code branches on codes, never on text.
 */
const catalogue = {
  'address/invalid': (_: { text: string }) => 'invalid public key',
  'address/missing': (_: object) => 'Expected a Address.',
  'encoding/notBase58': (_: { position: number }) => 'Not base58',
  'encoding/notBase64': (_: object) => 'Not base64',
  'encoding/tooLong': (f: { encoding: string; length: number; longest: number }) =>
    `Too long for ${f.encoding}: ${f.length} of at most ${f.longest}`,
  'layout/extension': (f: { type: number; offset: number; length: number }) =>
    `Token extension ${f.type} at byte ${f.offset} reaches beyond the account's ${f.length} bytes`,
  'layout/invalidValue': (f: { field: string; value: string }) => `Not a value of ${f.field}: ${f.value}`,
  'layout/tokenAccountOwner': (_: { address: string; owner: string }) => 'TokenInvalidAccountOwnerError',
  'layout/tokenAccountSize': (_: { address: string; length: number }) => 'TokenInvalidAccountSizeError',
  'layout/tokenMint': (_: { address: string }) => 'TokenInvalidMintError',
  'layout/wrongDeclaration': (f: { layout: string; declared: number; actual: number }) =>
    `${f.layout} is declared with ${f.declared} bytes, its fields take ${f.actual}`,
  'layout/wrongDiscriminator': (f: { layout: string }) => `The account is no ${f.layout}`,
  'layout/wrongSize': (f: { layout: string; expected: number; actual: number }) =>
    `${f.layout} takes ${f.expected} bytes, not ${f.actual}`,
  'math/divisionByZero': (_: object) => 'division by 0',
  'pool/accountsNotReady': (_: { pool: string; missing?: readonly string[] }) => 'Dex accounts not ready for pool',
  'trade/addressMismatch': (_: { expected: string; actual: string }) => 'Wallet address does not match',
  'token/accountNotFound': (_: { address: string }) => 'TokenAccountNotFoundError',
  'transaction/signatureCount': (f: { expected: number; actual: number }) =>
    `The message takes ${f.expected} signatures, not ${f.actual}`,
  'transaction/signatureSize': (f: { actual: number }) => `A signature has 64 bytes, not ${f.actual}`,
  'wallet/bundleForeign': (_: Record<string, never>) => 'These wallets are of another account',
  'wallet/bundleMalformed': (_: { at: string }) => 'This is not a Tern wallet file',
  'wallet/bundleOutdated': (_: { pinnedRev: number; rev: number }) =>
    'This wallet file is older than the one last used here',
  'wallet/bundleTampered': (_: { address: string }) => 'The wallet file was changed or is damaged',
  'wallet/bundleUnsupported': (f: { what: string }) => `This wallet file needs a newer Tern (${f.what})`,
  'wallet/kdfRefused': (_: { parameter: string; value: number; least: number; most: number }) =>
    'This wallet file asks for a passphrase protection that Tern does not allow',
  'wallet/locked': (_: { address: string }) => 'The wallet is locked',
  'wallet/passphraseRefused': (f: { reasons: readonly string[] }) => f.reasons.join('. '),
  'wallet/refusedToSign': (f: { reason: string }) => `Refused to sign: ${f.reason}`,
  'wallet/requestMalformed': (_: { at: string }) => 'The signer does not understand this request',
  'wallet/signerFailed': (_: { step: string }) => 'The signer stopped working. Reload the page.',
  'wallet/wrongPassphrase': (_: Record<string, never>) => 'Wrong passphrase',
} as const satisfies Record<`${string}/${string}`, (facts: never) => string>

export type ErrorCode = keyof typeof catalogue
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
