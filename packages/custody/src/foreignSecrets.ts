import { type Address, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { parseBundle } from './bundle.ts'
import { type NamedSecret, revealPhrase } from './keyTree.ts'
import { deriveKey, deriveSecret, importSecret, phraseSeed } from './phrase/derivation.ts'
import { phraseBytes } from './phrase/phrase.ts'
import type { Answer, Ask } from './requests.ts'
import { kekCache } from './rootKey.ts'

/** Normalises a phrase for its seed. @throws TernError `wallet/noPhrase` unless it has 12 or 24 words. */
function wordsOf(phrase: Uint8Array): Uint8Array {
  const words = phraseBytes(phrase)
  if (words === undefined) throw new TernError('wallet/noPhrase', {})
  return words
}

/** Computes a phrase's seed. The caller zero-fills it. @throws TernError `wallet/noPhrase`. */
async function seedOf(phrase: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const words = wordsOf(phrase)
  try {
    return await phraseSeed(words)
  } finally {
    words.fill(0)
  }
}

/** Derives a phrase's addresses, in the order of `derivations`. Zero-fills the phrase. */
export async function addressesOf({ phrase, derivations }: Ask<'derive'>): Promise<Answer<'derive'>> {
  const seed = await seedOf(phrase).finally(() => phrase.fill(0))
  const addresses: Address[] = []
  for (const derivation of derivations) addresses.push((await deriveKey(seed, derivation)).address)
  seed.fill(0)
  return { addresses }
}

/**
 * Takes the private half of an exported secret key, 32 bytes.
 *
 * @throws TernError `wallet/secretKeyMalformed` if the other half is not its public key.
 */
async function privateHalf(secretKey: Uint8Array): Promise<Uint8Array> {
  const secret = secretKey.slice(0, 32)
  const { address } = await importSecret(secret)
  if (addressBytes(address).every((byte, i) => byte === secretKey[32 + i])) return secret
  secret.fill(0)
  throw new TernError('wallet/secretKeyMalformed', {})
}

/** Collects the private halves to import, of a phrase's accounts and of secret keys. The caller zero-fills them. */
export async function secretsOf({
  phrase,
  accounts = [],
  secretKeys = [],
}: Pick<Ask<'importKeys'>, 'phrase' | 'accounts' | 'secretKeys'>): Promise<readonly NamedSecret[]> {
  const secrets: NamedSecret[] = []
  if (phrase !== undefined) {
    const seed = await seedOf(phrase)
    for (const { label, ...derivation } of accounts)
      secrets.push({ label, secret: await deriveSecret(seed, derivation) })
    seed.fill(0)
  }
  for (const { label, secretKey } of secretKeys) secrets.push({ label, secret: await privateHalf(secretKey) })
  return secrets
}

/** Opens a bundle's recovery phrase. Zero-fills the passphrase. @throws TernError as `revealPhrase`. */
export async function phraseOf({ bundle, passphrase }: Ask<'revealPhrase'>): Promise<Answer<'revealPhrase'>> {
  try {
    return { secret: await revealPhrase(parseBundle(bundle), kekCache(passphrase)) }
  } finally {
    passphrase.fill(0)
  }
}
