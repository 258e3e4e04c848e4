import type { Address } from '@solana/addresses'
import { assembleTransaction } from './assembleTransaction.ts'
import { encodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'
import type { Message, Owner, SignedTransaction } from './owner.ts'

/** An owner that signs with a key pair of Web Crypto; the private key may be non-extractable, the public key may not. */
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
