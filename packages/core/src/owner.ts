import type { Address } from '@solana/addresses'
import type { Terms } from './terms.ts'

/** The limit of a message's life: a recent blockhash, or the value of a durable nonce account. */
export type Lifetime =
  | { readonly kind: 'blockhash'; readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  | {
      readonly kind: 'nonce'
      readonly nonce: string
      readonly nonceAccount: Address
      /** The slot at which the account was seen to hold this value. Its values at earlier slots say nothing about this message. */
      readonly slot: bigint
    }

/** A compiled transaction message: the bytes that are signed. */
export interface Message {
  readonly bytes: Uint8Array
  readonly feePayer: Address
  /** Every address that must sign, in the message's order; the fee payer is the first. */
  readonly signers: readonly Address[]
  readonly lifetime: Lifetime
  /** The most that the message may do to its wallet. A signer that reads messages refuses bytes that do more, and a message without terms. */
  readonly terms?: Terms
}

/** A transaction ready for the wire. */
export interface SignedTransaction {
  /** Signatures and message in the form that a node takes. */
  readonly bytes: Uint8Array
  /** The fee payer's signature in base58. It identifies the transaction on chain. */
  readonly signature: string
  readonly message: Message
}

/** A fresh key pair that signs in addition to the owner, for an account that the message creates: a position's mint, a launched mint. */
export interface Cosigner {
  readonly address: Address
  /** Signs a message's bytes. @returns 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

/** A signer of messages: a vault wallet, a Wallet Standard wallet or a key pair. */
export interface Owner {
  readonly address: Address
  /** Compute units that plans leave free for instructions that the wallet appends when it signs. Unset: none. */
  readonly guardUnits?: number
  /**
   * Signs every message, or throws and signs no message.
   *
   * @param cosigners sign after the owner, the same bytes. Unset: no cosigner.
   * @throws TernError `trade/addressMismatch` if a message needs another signature.
   * @throws TernError `transaction/cosignerIdle`, `transaction/cosignerFailed`.
   */
  signTransactions(messages: readonly Message[], cosigners?: readonly Cosigner[]): Promise<readonly SignedTransaction[]>
}
