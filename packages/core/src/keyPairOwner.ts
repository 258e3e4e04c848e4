import type { Address } from '@solana/addresses'
import { assembleTransaction } from './assembleTransaction.ts'
import { encodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'
import type { Message, Owner, SignedTransaction } from './owner.ts'

/**
 * Makes an owner that signs with an Ed25519 key pair of Web Crypto.
 *
 * @param keyPair the public key must be extractable, the private key need not be.
 * @returns an owner that signs only messages with a single signer, its own address. If any message has another signer, it signs
 * no message and throws TernError `trade/addressMismatch`.
 * @example
 * const owner = await keyPairOwner(await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']))
 * owner.address // the public key in base58
 */
export async function keyPairOwner(keyPair: CryptoKeyPair): Promise<Owner> {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey))
  const address = encodeBase58(publicKey) as Address

  async function sign(message: Message): Promise<SignedTransaction> {
    const signature = await crypto.subtle.sign('Ed25519', keyPair.privateKey, Uint8Array.from(message.bytes))
    return assembleTransaction(message, [new Uint8Array(signature)])
  }

  return {
    address,
    async signTransactions(messages) {
      for (const { signers } of messages) {
        const stranger = signers.find(signer => signer !== address)
        if (stranger !== undefined || signers.length !== 1)
          throw new TernError('trade/addressMismatch', { expected: stranger ?? 'one signer', actual: address })
      }
      return Promise.all(messages.map(sign))
    },
  }
}
