import { type Address, TernError } from '@tern/core'
import { addressBytes, bundleDigest, decodeBase64Url, encodeBase64Url, sha256 } from '@tern/core/internal'
import * as v from 'valibot'

/** Cost of a guess at the passphrase: Argon2id with `m` KiB of memory, `t` passes and `p` lanes. `salt`: 16 bytes. */
export interface PassphraseKdf {
  readonly name: 'argon2id'
  readonly m: number
  readonly t: number
  readonly p: number
  readonly salt: string
}

/**
 * The root key, sealed to the lock's X25519 key `publicKey`. The lock's own secret opens the matching private key.
 * A lock can therefore receive a new root key without its secret.
 * `publicKey` and `ephemeral` have 32 bytes, `sealed` has 48.
 */
export interface RootBox {
  readonly publicKey: string
  /** The sender's public key, new for each box. */
  readonly ephemeral: string
  readonly sealed: string
}

/** Fields of every lock. `iv`: 12 bytes. */
interface LockFields {
  readonly kid: string
  readonly iv: string
  /**
   * With `box`: the box's private key as PKCS#8, encrypted to 64 bytes.
   * Without it (version 1): the root key itself, encrypted to 48 bytes.
   */
  readonly wrapped: string
  readonly box?: RootBox
}

/** A lock that the passphrase opens. */
export interface PassphraseLock extends LockFields {
  readonly type: 'pass'
  readonly kdf: PassphraseKdf
}

/** Derives a key from the recovery code. The code's 200 random bits need no stretching. `salt`: 16 bytes. */
export interface RecoveryKdf {
  readonly name: 'hkdf-sha256'
  readonly salt: string
}

/** A lock that the recovery code opens. */
export interface RecoveryLock extends LockFields {
  readonly type: 'recovery'
  readonly kdf: RecoveryKdf
}

/** Derives a key from the recovery phrase. Its 128 or more random bits need no stretching. `salt`: 16 bytes. */
export interface PhraseKdf {
  readonly name: 'bip39-hkdf-sha256'
  readonly salt: string
}

/** A lock that the recovery phrase opens. */
export interface PhraseLock extends LockFields {
  readonly type: 'phrase'
  readonly kdf: PhraseKdf
}

/**
 * Derives a key from the passkey's pseudo-random function at `salt`. The output is as random as a key. `salt`: 32 bytes.
 */
export interface PasskeyKdf {
  readonly name: 'webauthn-prf'
  readonly salt: string
}

/**
 * A lock that a passkey opens. `credentialId` identifies the passkey.
 * `label` and `addedAt` (seconds since 1970) help the user to recognise it.
 */
export interface PasskeyLock extends LockFields {
  readonly type: 'prf'
  readonly credentialId: string
  readonly label?: string
  readonly addedAt?: number
  readonly kdf: PasskeyKdf
}

/** A lock of a bundle: any of its locks opens the whole bundle. */
export type Lock = PassphraseLock | RecoveryLock | PhraseLock | PasskeyLock

/** The recovery phrase of the wallets, as UTF-8 padded to 256 bytes. `iv`: 12 bytes, `ciphertext`: 272. */
export interface SealedPhrase {
  readonly iv: string
  readonly ciphertext: string
}

/** A wallet's PKCS#8 key, encrypted under a key of the root key. `iv`: 12 bytes, `ciphertext`: 64. */
export interface SealedWallet {
  readonly walletId: string
  readonly address: Address
  readonly label: string
  readonly iv: string
  readonly ciphertext: string
  readonly nonceMode: boolean
  /** Seconds since 1970. */
  readonly createdAt: number
}

/**
 * All wallets of a sub-organisation, as the server stores them: the ciphertext and the locks that open it.
 * Bytes are base64url.
 */
export interface Bundle {
  /** Version 1 has no seal and no boxes. Unlocking it the first time rewrites it as version 2. */
  readonly v: 1 | 2
  readonly suborgId: string
  /** Grows by 1 with each change. A browser never accepts an older revision in place of a newer. */
  readonly rev: number
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly ark: readonly Lock[]
  readonly wallets: readonly SealedWallet[]
  /** Unset if the wallets were made without a phrase. Such a bundle has a recovery code. */
  readonly phrase?: SealedPhrase
  /** HMAC-SHA256 of all other fields under a key of the root key, 32 bytes. Only version 2 has a seal. */
  readonly seal?: string
}

/**
 * Allowed Argon2id costs, as min and max.
 * The min is OWASP's floor, so that guesses stay expensive. The max keeps a bundle from hanging the page.
 */
export const kdfLimits = { m: [19_456, 262_144], t: [2, 10], p: [1, 4] } as const

const bytesText = (length: number) =>
  v.pipe(
    v.string(),
    v.check(text => decodeBase64Url(text)?.length === length, `not ${length} bytes of base64url`),
  )

/** A passkey's credential id: up to 1,023 bytes, WebAuthn's limit. */
export const credentialIdText = v.pipe(
  v.string(),
  v.maxLength(1364),
  v.check(text => (decodeBase64Url(text)?.length ?? 0) > 0, 'not base64url'),
)

const isAddress = (text: string): boolean => {
  try {
    return addressBytes(text).length === 32
  } catch {
    return false
  }
}

export const addressText = v.pipe(
  v.string(),
  v.check(isAddress, 'not an address'),
  v.transform(text => text as Address),
)
/** Input of a passkey's pseudo-random function. */
export const saltText = bytesText(32)
const count = (min: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(min))

export const suborgIdText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
const maxLabelLength = 64
export const labelText = v.pipe(v.string(), v.minLength(1), v.maxLength(maxLabelLength))
export const seconds = count(0)

/** Max wallets in a bundle. */
export const maxWallets = 100

/** Id of a lock. */
export const kidText = bytesText(16)

const lockFields = {
  kid: kidText,
  iv: bytesText(12),
  wrapped: v.union([bytesText(64), bytesText(48)]),
  box: v.exactOptional(v.strictObject({ publicKey: bytesText(32), ephemeral: bytesText(32), sealed: bytesText(48) })),
}

const lockSchema = v.pipe(
  v.variant('type', [
    v.strictObject({
      ...lockFields,
      type: v.literal('pass'),
      kdf: v.strictObject({ name: v.literal('argon2id'), m: count(1), t: count(1), p: count(1), salt: bytesText(16) }),
    }),
    v.strictObject({
      ...lockFields,
      type: v.literal('recovery'),
      kdf: v.strictObject({ name: v.literal('hkdf-sha256'), salt: bytesText(16) }),
    }),
    v.strictObject({
      ...lockFields,
      type: v.literal('phrase'),
      kdf: v.strictObject({ name: v.literal('bip39-hkdf-sha256'), salt: bytesText(16) }),
    }),
    v.strictObject({
      ...lockFields,
      type: v.literal('prf'),
      credentialId: credentialIdText,
      label: v.exactOptional(labelText),
      addedAt: v.exactOptional(seconds),
      kdf: v.strictObject({ name: v.literal('webauthn-prf'), salt: saltText }),
    }),
  ]),
  v.check(({ wrapped, box }) => (decodeBase64Url(wrapped)?.length === 64) === (box !== undefined), 'half a box'),
)

const bundleSchema = v.pipe(
  v.strictObject({
    v: v.picklist([1, 2]),
    suborgId: suborgIdText,
    rev: count(1),
    createdAt: seconds,
    ark: v.pipe(
      v.array(lockSchema),
      v.minLength(1),
      v.maxLength(12),
      // Each passphrase lock costs an Argon2id run at every unlock, and an owner needs no second passphrase.
      v.check(ark => ark.filter(({ type }) => type === 'pass').length <= 1, 'two passphrases'),
    ),
    wallets: v.pipe(
      v.array(
        v.strictObject({
          walletId: bytesText(16),
          address: addressText,
          label: labelText,
          iv: bytesText(12),
          ciphertext: bytesText(64),
          nonceMode: v.boolean(),
          createdAt: seconds,
        }),
      ),
      v.minLength(1),
      v.maxLength(maxWallets),
      v.check(wallets => new Set(wallets.map(w => w.address)).size === wallets.length, 'an address twice'),
      v.check(wallets => new Set(wallets.map(w => w.walletId)).size === wallets.length, 'a wallet twice'),
    ),
    phrase: v.exactOptional(v.strictObject({ iv: bytesText(12), ciphertext: bytesText(272) })),
    seal: v.exactOptional(bytesText(32)),
  }),
  v.check(({ ark, phrase }) => ark.some(({ type }) => type === 'phrase') === (phrase !== undefined), 'half a phrase'),
  v.check(bundle => bundle.v === 2 || bundle.phrase === undefined, 'a phrase before version 2'),
  v.check(bundle => (bundle.v === 2) === (bundle.seal !== undefined), 'no seal, or one too many'),
  v.check(bundle => bundle.v === 2 || bundle.ark.every(({ box }) => box === undefined), 'a box before version 2'),
)

const knownLocks: readonly string[] = ['pass', 'recovery', 'phrase', 'prf'] satisfies Lock['type'][]

/**
 * Throws `wallet/bundleUnsupported` for a bundle that only a newer Tern can read, before the schema calls it malformed.
 */
function assertSupported(json: unknown): void {
  if (typeof json !== 'object' || json === null) return
  const version = 'v' in json ? json.v : undefined
  if (typeof version === 'number' && version !== 1 && version !== 2)
    throw new TernError('wallet/bundleUnsupported', { what: `version ${version}` })
  const locks: readonly unknown[] = 'ark' in json && Array.isArray(json.ark) ? json.ark : []
  for (const lock of locks) {
    if (typeof lock !== 'object' || lock === null) continue
    if ('type' in lock && typeof lock.type === 'string' && !knownLocks.includes(lock.type))
      throw new TernError('wallet/bundleUnsupported', { what: `unlocking by ${lock.type.slice(0, 32)}` })
  }
}

function assertKdf(kdf: PassphraseKdf): void {
  for (const name of ['m', 't', 'p'] as const) {
    const [min, max] = kdfLimits[name]
    if (kdf[name] < min || kdf[name] > max)
      throw new TernError('wallet/kdfRefused', { parameter: name, value: kdf[name], min, max })
  }
}

/**
 * Parses JSON of unknown origin as a bundle.
 *
 * @throws TernError `wallet/bundleMalformed` if the JSON is not a bundle.
 * @throws TernError `wallet/bundleUnsupported` if a newer Tern wrote it.
 * @throws TernError `wallet/kdfRefused` if its Argon2id costs are outside `kdfLimits`.
 */
export function parseBundle(json: unknown): Bundle {
  assertSupported(json)
  const parsed = v.safeParse(bundleSchema, json, { abortEarly: true })
  if (!parsed.success) throw new TernError('wallet/bundleMalformed', { at: v.getDotPath(parsed.issues[0]) ?? '' })
  for (const { kdf } of parsed.output.ark) if (kdf.name === 'argon2id') assertKdf(kdf)
  return parsed.output
}

/**
 * Lists the wallets of `file` that `bundle` lacks, by address. They are in the file's order and still sealed for the file.
 * A label that is taken gets a number.
 */
export function walletsToImport(bundle: Bundle, file: Bundle): readonly SealedWallet[] {
  const known = new Set(bundle.wallets.map(({ address }) => address))
  const names = new Set(bundle.wallets.map(({ label }) => label))
  return file.wallets
    .filter(({ address }) => !known.has(address))
    .map(wallet => {
      const label = freeName(wallet.label, names)
      names.add(label)
      return { ...wallet, label }
    })
}

/** Returns the label, with a number appended if it is taken. */
export function freeName(label: string, taken: ReadonlySet<string | undefined>): string {
  let name = label
  for (let n = 2; taken.has(name); n++) name = `${label.slice(0, maxLabelLength - 1 - String(n).length)} ${n}`
  return name
}

/** A note of the newest bundle of a sub-organisation that this browser has opened or made. */
export interface PinnedRevision extends Pick<Bundle, 'suborgId' | 'rev'> {
  /** The bundle's version. Pins of older Tern versions lack this field, `digest` and `labels`. */
  readonly v?: Bundle['v']
  /** Digest of the whole bundle. */
  readonly digest?: string
  /** Addresses of its wallets, in the bundle's order. */
  readonly addresses?: readonly Address[]
  /** Labels of its wallets, in the same order. */
  readonly labels?: readonly string[]
}

/** Returns the pin of a bundle. */
export function pinOf(bundle: Bundle): Required<PinnedRevision> {
  const { v: version, suborgId, rev, wallets } = bundle
  const addresses = wallets.map(({ address }) => address)
  return { v: version, suborgId, rev, digest: digestOf(bundle), addresses, labels: wallets.map(({ label }) => label) }
}

/** The digest of a version-1 bundle depends on the field order in `versionOne`. Stored pins rely on that order. */
function digestOf(bundle: Bundle): string {
  if (bundle.v === 2) return bundleDigest(bundle)
  return encodeBase64Url(sha256(new TextEncoder().encode(JSON.stringify(versionOne(bundle)))))
}

/** Returns the fields of a version-1 bundle in the order that Tern first wrote. */
function versionOne(bundle: Bundle) {
  const { v: version, suborgId, rev, createdAt, ark, wallets } = bundle
  const locks = ark.map(lock => {
    const { kid, type, kdf, iv, wrapped } = lock
    const how =
      kdf.name === 'argon2id'
        ? { name: kdf.name, m: kdf.m, t: kdf.t, p: kdf.p, salt: kdf.salt }
        : { name: kdf.name, salt: kdf.salt }
    if (lock.type !== 'prf') return { kid, type, kdf: how, iv, wrapped }
    const { credentialId, label, addedAt } = lock
    // `JSON.stringify` drops undefined fields.
    return { kid, type, credentialId, label, addedAt, kdf: how, iv, wrapped }
  })
  const sealed = wallets.map(({ walletId, address, label, iv, ciphertext, nonceMode, createdAt: made }) => {
    return { walletId, address, label, iv, ciphertext, nonceMode, createdAt: made }
  })
  return { v: version, suborgId, rev, createdAt, ark: locks, wallets: sealed }
}

/**
 * Checks that a bundle may follow the pinned revision. Unlocking checks the seal; this check also works while locked.
 *
 * @returns `undefined` if the bundle may be used. Otherwise an error:
 *  - `wallet/bundleForeign`: the bundle belongs to another sub-organisation.
 *  - `wallet/bundleOutdated`: its revision is older than the pinned revision.
 *  - `wallet/bundleTampered`: it has version 1 and the pinned bundle version 2. Or its wallets do not begin with the pinned wallets.
 *    Or it has the pinned revision and another digest.
 */
export function checkRevision(
  pinned: PinnedRevision | undefined,
  bundle: Bundle,
): TernError<'wallet/bundleOutdated' | 'wallet/bundleForeign' | 'wallet/bundleTampered'> | undefined {
  if (!pinned) return undefined
  const { suborgId, rev, digest, addresses = [] } = pinned
  if (suborgId !== bundle.suborgId) return new TernError('wallet/bundleForeign', {})
  if (bundle.rev < rev) return new TernError('wallet/bundleOutdated', { pinnedRev: rev, rev: bundle.rev })
  const first = bundle.wallets[0]?.address ?? ''
  // Otherwise a server could strip the seal and change the bundle.
  if (pinned.v === 2 && bundle.v === 1) return new TernError('wallet/bundleTampered', { address: first })
  const other = addresses.find((address, i) => bundle.wallets[i]?.address !== address)
  if (other !== undefined) return new TernError('wallet/bundleTampered', { address: other })
  const isOther = bundle.rev === rev && digest !== undefined && digest !== pinOf(bundle).digest
  return isOther ? new TernError('wallet/bundleTampered', { address: first }) : undefined
}
