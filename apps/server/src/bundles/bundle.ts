import { isAddress } from '@solana/kit'
import { TernError } from '@tern/core'
import { bundleDigest, withoutOrderMarks } from '@tern/core/internal'
import * as v from 'valibot'

/** Max size of a bundle. 100 wallets with long names and 12 locks with long passkey names take 95 kB. */
export const maxBundleBytes = 128 * 1024

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** This many bytes in base64url, without padding. */
const bytes = (length: number) => v.pipe(v.string(), v.length(Math.ceil((length * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/))

const labelText = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.check(text => withoutOrderMarks(text) === text, 'has marks that turn letters around'),
)

const lockFields = {
  kid: bytes(16),
  iv: bytes(12),
  wrapped: v.union([bytes(64), bytes(48)]),
  box: v.exactOptional(v.strictObject({ publicKey: bytes(32), ephemeral: bytes(32), sealed: bytes(48) })),
}

const bundleShape = v.pipe(
  v.strictObject({
    v: v.picklist([1, 2]),
    suborgId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    rev: v.pipe(count, v.maxValue(2_147_483_646)),
    createdAt: seconds,
    ark: v.pipe(
      v.array(
        v.variant('type', [
          v.strictObject({
            ...lockFields,
            type: v.literal('pass'),
            kdf: v.strictObject({ name: v.literal('argon2id'), m: count, t: count, p: count, salt: bytes(16) }),
          }),
          v.strictObject({
            ...lockFields,
            type: v.literal('recovery'),
            kdf: v.strictObject({ name: v.literal('hkdf-sha256'), salt: bytes(16) }),
          }),
          v.strictObject({
            ...lockFields,
            type: v.literal('phrase'),
            kdf: v.strictObject({ name: v.literal('bip39-hkdf-sha256'), salt: bytes(16) }),
          }),
          v.strictObject({
            ...lockFields,
            type: v.literal('prf'),
            credentialId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,1364}$/)),
            label: v.exactOptional(labelText),
            addedAt: v.exactOptional(seconds),
            kdf: v.strictObject({ name: v.literal('webauthn-prf'), salt: bytes(32) }),
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
          label: labelText,
          iv: bytes(12),
          ciphertext: bytes(64),
          nonceMode: v.boolean(),
          createdAt: seconds,
        }),
      ),
      v.minLength(1),
      v.maxLength(100),
    ),
    phrase: v.exactOptional(v.strictObject({ iv: bytes(12), ciphertext: bytes(272) })),
    seal: v.exactOptional(bytes(32)),
  }),
  v.forward(
    v.check(bundle => (bundle.v === 2) === (bundle.seal !== undefined), 'no seal, or one too many'),
    ['seal'],
  ),
)

/**
 * Validates a bundle as far as the server can without its secrets: its version, its fields and their sizes. Refuses all
 * other fields.
 *
 * @throws TernError `bundle/notBundle`
 */
export function readBundle(value: unknown): { readonly rev: number; readonly body: string; readonly digest: string } {
  const parsed = v.safeParse(bundleShape, value, { abortEarly: true })
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new TernError('bundle/notBundle', { what: `${v.getDotPath(issue) ?? 'body'} is not what it should be` })
  }
  const { output } = parsed
  return { rev: output.rev, body: JSON.stringify(output), digest: bundleDigest(output) }
}
