import { type Address, createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } from '@solana/kit'

/** A wallet of a practice world. Its key is not secret: it derives from the seed and the label. */
export interface DerivedKey {
  readonly address: Address
  readonly keyPair: CryptoKeyPair
  /** The 32 bytes that the key pair derives from. */
  readonly secret: Uint8Array
}

/** Derives a key as the SHA-256 of the world's seed and a label. Never fund it on a real cluster. */
export async function deriveKey(seed: string, label: string): Promise<DerivedKey> {
  const bytes = new TextEncoder().encode(`tern practice world\0${seed}\0${label}`)
  const secret = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const keyPair = await createKeyPairFromPrivateKeyBytes(secret)
  return { address: await getAddressFromPublicKey(keyPair.publicKey), keyPair, secret }
}
