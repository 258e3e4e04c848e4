import type { Address } from '@solana/addresses'
import { encodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'
import type { Cosigner, Message } from './owner.ts'
import { addressBytes } from './parseAddress.ts'

/**
 * Makes a cosigner of an Ed25519 key pair of Web Crypto, for an account that a message creates.
 *
 * @param keyPair unset: a new key pair, whose private key no script can export.
 * @example
 * const cosigner = await keyPairCosigner()
 * cosigner.address // the new account's address
 */
export async function keyPairCosigner(keyPair?: CryptoKeyPair): Promise<Cosigner> {
  const keys = keyPair ?? ((await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair)
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))) as Address
  return {
    address,
    async sign(bytes) {
      return new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, Uint8Array.from(bytes)))
    },
  }
}

/** Tests if a signature of 64 bytes is `by`'s signature of `bytes`. */
export async function isSigned(by: Address, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(addressBytes(by)), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(bytes))
}

/**
 * Checks that `owner` and the cosigners are all signers of the messages, and that each cosigner has something to sign.
 *
 * @throws TernError `trade/addressMismatch` if a message needs another signature.
 * @throws TernError `transaction/cosignerIdle` if no message needs a cosigner's signature.
 */
export function assertSigners(owner: Address, messages: readonly Message[], cosigners: readonly Cosigner[]): void {
  const addresses = cosigners.map(({ address }) => address)
  for (const { signers } of messages) {
    const [first, ...others] = signers
    const stranger = first === owner ? others.find(one => !addresses.includes(one)) : (first ?? 'one signer')
    if (stranger !== undefined) throw new TernError('trade/addressMismatch', { expected: stranger, actual: owner })
  }
  const idle = addresses.find(address => !messages.some(({ signers }) => signers.includes(address)))
  if (idle !== undefined) throw new TernError('transaction/cosignerIdle', { address: idle })
}

/**
 * Signs a message with the cosigners that it needs, and checks their signatures.
 *
 * @param bytes the bytes that the owner signs. A wallet may have appended assertions to the message's own.
 * @returns a signature for each signer but the first, in the message's order.
 * @throws TernError `transaction/cosignerFailed` if a cosigner returns no signature of these bytes.
 */
export async function cosign(
  { signers }: Message,
  cosigners: readonly Cosigner[],
  bytes: Uint8Array,
): Promise<readonly Uint8Array[]> {
  return Promise.all(
    signers.slice(1).map(async address => {
      const signature = await cosigners.find(one => one.address === address)?.sign(bytes)
      if (signature?.length !== 64 || !(await isSigned(address, signature, bytes)))
        throw new TernError('transaction/cosignerFailed', { address })
      return signature
    }),
  )
}
