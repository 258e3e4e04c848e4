import { isAddress } from '@solana/kit'
import { TernError } from '@tern/core/serverErrors'
import * as v from 'valibot'

/** A body larger than this is no bundle. */
export const mostBundleBytes = 64 * 1024

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** So many bytes in base64url, without padding. */
const bytes = (length: number) => v.pipe(v.string(), v.length(Math.ceil((length * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/))

const bundleShape = v.strictObject({
  v: v.literal(1),
  suborgId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  rev: v.pipe(count, v.maxValue(2_147_483_646)),
  createdAt: seconds,
  ark: v.pipe(
    v.array(
      v.variant('type', [
        v.strictObject({
          kid: bytes(16),
          type: v.literal('pass'),
          kdf: v.strictObject({ name: v.literal('argon2id'), m: count, t: count, p: count, salt: bytes(16) }),
          iv: bytes(12),
          wrapped: bytes(48),
        }),
        v.strictObject({
          kid: bytes(16),
          type: v.literal('recovery'),
          kdf: v.strictObject({ name: v.literal('hkdf-sha256'), salt: bytes(16) }),
          iv: bytes(12),
          wrapped: bytes(48),
        }),
        v.strictObject({
          kid: bytes(16),
          type: v.literal('prf'),
          credentialId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,1364}$/)),
          label: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
          addedAt: v.exactOptional(seconds),
          kdf: v.strictObject({ name: v.literal('webauthn-prf'), salt: bytes(32) }),
          iv: bytes(12),
          wrapped: bytes(48),
        }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(12),
  ),
  wallets: v.pipe(
    v.array(
      v.strictObject({
        walletId: bytes(16),
        address: v.pipe(
          v.string(),
          v.maxLength(44),
          v.check(text => isAddress(text), 'invalid public key'),
        ),
        label: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
        iv: bytes(12),
        ciphertext: bytes(64),
        nonceMode: v.boolean(),
        createdAt: seconds,
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
})

/**
 * What the server can tell of a bundle without its secrets: version 1, its fields and their sizes, and nothing beside them.
 * @throws TernError `bundle/notBundle`
 */
export function readBundle(value: unknown): { readonly rev: number; readonly body: string } {
  const parsed = v.safeParse(bundleShape, value, { abortEarly: true })
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new TernError('bundle/notBundle', { what: `${v.getDotPath(issue) ?? 'body'} is not what it should be` })
  }
  return { rev: parsed.output.rev, body: JSON.stringify(parsed.output) }
}
