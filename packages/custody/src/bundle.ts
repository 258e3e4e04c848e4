import { type Address, addressBytes, sha256, TernError } from '@tern/core'
import { bundleDigest } from '@tern/core/bundleProof'
import * as v from 'valibot'
import { decodeBase64Url, encodeBase64Url } from './base64Url.ts'

/** What a passphrase costs to try: Argon2id with `m` KiB, `t` passes, `p` lanes. `salt`: 16 bytes. */
export interface PassphraseKdf {
  readonly name: 'argon2id'
  readonly m: number
  readonly t: number
  readonly p: number
  readonly salt: string
}

/**
 * How a lock holds the root key: sealed to `publicKey` (X25519), whose private key the lock's own secret opens. A new root key can
 * then be given to a lock whose secret is not at hand. `publicKey`, `ephemeral`: 32 bytes, `sealed`: 48.
 */
export interface RootBox {
  readonly publicKey: string
  /** The sender's half of the exchange, used once. */
  readonly ephemeral: string
  readonly sealed: string
}

/** What every lock has. `iv`: 12 bytes. */
interface LockFields {
  readonly kid: string
  readonly iv: string
  /** With `box` the private key to it, PKCS#8: 64 bytes. Without, as version 1 has it, the root key itself: 48 bytes. */
  readonly wrapped: string
  readonly box?: RootBox
}

/** The root key, locked by a passphrase. */
export interface PassphraseLock extends LockFields {
  readonly type: 'pass'
  readonly kdf: PassphraseKdf
}

/** How a recovery code becomes a key: it is random enough to need no stretching. `salt`: 16 bytes. */
export interface RecoveryKdf {
  readonly name: 'hkdf-sha256'
  readonly salt: string
}

/** The root key, locked by the recovery code. */
export interface RecoveryLock extends LockFields {
  readonly type: 'recovery'
  readonly kdf: RecoveryKdf
}

/** How a recovery phrase becomes a key: it is random enough to need no stretching. `salt`: 16 bytes. */
export interface PhraseKdf {
  readonly name: 'bip39-hkdf-sha256'
  readonly salt: string
}

/** The root key, locked by the recovery phrase. */
export interface PhraseLock extends LockFields {
  readonly type: 'phrase'
  readonly kdf: PhraseKdf
}

/** What a passkey is asked for: its pseudo-random function at `salt`, which is as random as a key. `salt`: 32 bytes. */
export interface PasskeyKdf {
  readonly name: 'webauthn-prf'
  readonly salt: string
}

/**
 * The root key, locked by what one passkey answers. `credentialId` names the passkey. `label` and `addedAt` (seconds since 1970)
 * tell it from others.
 */
export interface PasskeyLock extends LockFields {
  readonly type: 'prf'
  readonly credentialId: string
  readonly label?: string
  readonly addedAt?: number
  readonly kdf: PasskeyKdf
}

/** What opens a bundle. */
export type Lock = PassphraseLock | RecoveryLock | PhraseLock | PasskeyLock

/** The recovery phrase that wallets come from, in UTF-8 and filled up to 256 bytes. `iv`: 12 bytes, `ciphertext`: 272. */
export interface SealedPhrase {
  readonly iv: string
  readonly ciphertext: string
}

/** One wallet's PKCS#8 key, wrapped under the root key. `iv`: 12 bytes, `ciphertext`: 64. */
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

/** All wallets of one sub-organisation as the server stores them: ciphertext, and what is needed to open it. Bytes are base64url. */
export interface Bundle {
  /** Version 1 has no seal and no boxes. It is read, and written anew as version 2 when it is first unlocked. */
  readonly v: 1 | 2
  readonly suborgId: string
  /** Grows by one with every change; an older one is never taken for a newer. */
  readonly rev: number
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly ark: readonly Lock[]
  readonly wallets: readonly SealedWallet[]
  /** Unset in bundles whose wallets come from no phrase: they have a recovery code. */
  readonly phrase?: SealedPhrase
  /** HMAC-SHA256 of all of the above under a key that follows from the root key, 32 bytes. Version 2 has it. */
  readonly seal?: string
}

/** What a bundle may ask for: not so little that guessing is cheap (OWASP's floor), not so much that opening it hangs the page. */
export const KDF_LIMITS = { m: [19_456, 262_144], t: [2, 10], p: [1, 4] } as const

const bytesText = (length: number) =>
  v.pipe(
    v.string(),
    v.check(text => decodeBase64Url(text)?.length === length, `not ${length} bytes of base64url`),
  )

/** How a passkey is named: up to 1,023 bytes, as WebAuthn has it. */
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
/** What a passkey's function is asked at. */
export const saltText = bytesText(32)
const count = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least))

export const suborgIdText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
const longestLabel = 64
export const labelText = v.pipe(v.string(), v.minLength(1), v.maxLength(longestLabel))
export const seconds = count(0)

/** How many wallets a bundle holds at most. */
export const mostWallets = 100

/** How a lock is named. */
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
      // Each takes seconds to try, and one more tells its owner nothing.
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
      v.maxLength(mostWallets),
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

const KNOWN_LOCKS: readonly string[] = ['pass', 'recovery', 'phrase', 'prf'] satisfies Lock['type'][]

/** Tells a bundle that only a newer Tern can read from one that is broken. */
function assertSupported(json: unknown): void {
  if (typeof json !== 'object' || json === null) return
  const version = 'v' in json ? json.v : undefined
  if (typeof version === 'number' && version !== 1 && version !== 2)
    throw new TernError('wallet/bundleUnsupported', { what: `version ${version}` })
  const locks: readonly unknown[] = 'ark' in json && Array.isArray(json.ark) ? json.ark : []
  for (const lock of locks) {
    if (typeof lock !== 'object' || lock === null) continue
    if ('type' in lock && typeof lock.type === 'string' && !KNOWN_LOCKS.includes(lock.type))
      throw new TernError('wallet/bundleUnsupported', { what: `unlocking by ${lock.type.slice(0, 32)}` })
  }
}

function assertKdf(kdf: PassphraseKdf): void {
  for (const name of ['m', 't', 'p'] as const) {
    const [least, most] = KDF_LIMITS[name]
    if (kdf[name] < least || kdf[name] > most)
      throw new TernError('wallet/kdfRefused', { parameter: name, value: kdf[name], least, most })
  }
}

/**
 * The bundle that `json` (parsed JSON of unknown origin) is.
 * @throws TernError `wallet/bundleMalformed`, `wallet/bundleUnsupported` when a newer Tern wrote it, `wallet/kdfRefused`
 *   when it asks for more or less key stretching than `KDF_LIMITS` allow.
 */
export function parseBundle(json: unknown): Bundle {
  assertSupported(json)
  const parsed = v.safeParse(bundleSchema, json, { abortEarly: true })
  if (!parsed.success) throw new TernError('wallet/bundleMalformed', { at: v.getDotPath(parsed.issues[0]) ?? '' })
  for (const { kdf } of parsed.output.ark) if (kdf.name === 'argon2id') assertKdf(kdf)
  return parsed.output
}

/** The wallets of `file` that `bundle` lacks, in its order, sealed as they are there. A name that is taken gets a number. */
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

/** The name, with a number where it is taken. */
export function freeName(label: string, taken: ReadonlySet<string | undefined>): string {
  let name = label
  for (let n = 2; taken.has(name); n++) name = `${label.slice(0, longestLabel - 1 - String(n).length)} ${n}`
  return name
}

/** The newest bundle that this browser has opened or made of a sub-organisation. */
export interface PinnedRevision extends Pick<Bundle, 'suborgId' | 'rev'> {
  /** Its version; unset in pins of earlier versions of Tern, as `digest` and `labels`. */
  readonly v?: Bundle['v']
  /** Of all that is in it. */
  readonly digest?: string
  /** Of its wallets, in its order. */
  readonly addresses?: readonly Address[]
  /** Their names, in the same order. */
  readonly labels?: readonly string[]
}

/** What to remember of a bundle. */
export function pinOf(bundle: Bundle): Required<PinnedRevision> {
  const { v: version, suborgId, rev, wallets } = bundle
  const addresses = wallets.map(({ address }) => address)
  return { v: version, suborgId, rev, digest: digestOf(bundle), addresses, labels: wallets.map(({ label }) => label) }
}

/** Pins of version 1 are by the order of the schema, which no longer changes for it. */
function digestOf(bundle: Bundle): string {
  if (bundle.v === 2) return bundleDigest(bundle)
  return encodeBase64Url(sha256(new TextEncoder().encode(JSON.stringify(versionOne(bundle)))))
}

/** The fields of a version-1 bundle in the order in which Tern first wrote them. */
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
    // JSON leaves out what is undefined.
    return { kid, type, credentialId, label, addedAt, kdf: how, iv, wrapped }
  })
  const sealed = wallets.map(({ walletId, address, label, iv, ciphertext, nonceMode, createdAt: made }) => {
    return { walletId, address, label, iv, ciphertext, nonceMode, createdAt: made }
  })
  return { v: version, suborgId, rev, createdAt, ark: locks, wallets: sealed }
}

/**
 * Why `bundle` must not be used where `pinned` was seen before: it is another sub-organisation's, older, another one of the
 * same revision, a newer one of version 1 after version 2, or a newer one that does not begin with the wallets that were known.
 * Unlocking checks the seal; this check also holds while the wallets are locked.
 * @returns `undefined` when it may be used.
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
  // A server could take the seal off, or never have taken it.
  if (pinned.v === 2 && bundle.v === 1) return new TernError('wallet/bundleTampered', { address: first })
  const other = addresses.find((address, i) => bundle.wallets[i]?.address !== address)
  if (other !== undefined) return new TernError('wallet/bundleTampered', { address: other })
  const isOther = bundle.rev === rev && digest !== undefined && digest !== pinOf(bundle).digest
  return isOther ? new TernError('wallet/bundleTampered', { address: first }) : undefined
}
