import type { Address } from '@solana/addresses'
import { assembleTransaction } from './assembleTransaction.ts'
import { encodeBase58 } from './base58.ts'
import { assertSigners, cosign } from './cosigner.ts'
import type { Cosigner, Message, Owner, SignedTransaction } from './owner.ts'

/**
 * Makes an owner that signs with an Ed25519 key pair of Web Crypto.
 *
 * @param keyPair the public key must be extractable, the private key need not be.
 * @returns an owner that signs only if it is the first signer of each message and all other signers are the cosigners. If any message has
 * another signer, it signs no message and throws TernError `trade/addressMismatch`.
 * @example
 * const owner = await keyPairOwner(await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']))
 * owner.address // the public key in base58
 */
export async function keyPairOwner(keyPair: CryptoKeyPair): Promise<Owner> {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey))
  const address = encodeBase58(publicKey) as Address

  async function sign(message: Message, cosigners: readonly Cosigner[]): Promise<SignedTransaction> {
    const signature = await crypto.subtle.sign('Ed25519', keyPair.privateKey, Uint8Array.from(message.bytes))
    const others = await cosign(message, cosigners, message.bytes)
    return assembleTransaction(message, [new Uint8Array(signature), ...others])
  }

  return {
    address,
    async signTransactions(messages, cosigners = []) {
      assertSigners(address, messages, cosigners)
      return Promise.all(messages.map(message => sign(message, cosigners)))
    },
  }
}
