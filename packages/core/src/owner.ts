import type { Address } from '@solana/addresses'

/** What bounds a message's life: a recent blockhash, or the value of a durable nonce account. */
export type Lifetime =
  | { readonly kind: 'blockhash'; readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  | {
      readonly kind: 'nonce'
      readonly nonce: string
      readonly nonceAccount: Address
      /** As of which the account was seen to hold this value: what it held before says nothing. */
      readonly slot: bigint
    }

/** What the one trade of a message was shown to take and to bring, in raw units. */
export interface TradeLimits {
  readonly mintIn: Address
  readonly mintOut: Address
  readonly mostIn: bigint
  readonly leastOut: bigint
  /** Lamports that it may tip a provider beside the trade; unset: none. */
  readonly mostTip?: bigint
}

/** A compiled transaction message: the very bytes that are signed. */
export interface Message {
  readonly bytes: Uint8Array
  readonly feePayer: Address
  /** Every address that must sign, in the message's order; the fee payer is the first. */
  readonly signers: readonly Address[]
  readonly lifetime: Lifetime
  /** Set for a trade: a signer that reads messages refuses bytes that take more, bring less or trade anything else. */
  readonly limits?: TradeLimits
  /** Set for a reclaim of rent: a signer that reads messages refuses bytes that do anything but close these token accounts. */
  readonly closes?: readonly Address[]
}

/** A transaction ready for the wire. */
export interface SignedTransaction {
  /** Signatures and message, as a node takes them. */
  readonly bytes: Uint8Array
  /** The fee payer's signature in base58: the transaction's name on chain. */
  readonly signature: string
  readonly message: Message
}

/** Who signs. A vault wallet, a Wallet-Standard wallet and a key pair are each one. */
export interface Owner {
  readonly address: Address
  /** Compute units that signing may take beyond a message's own, where a wallet adds a guard to it: plans leave them free. Unset: none. */
  readonly guardUnits?: number
  /** Signs all or none. @throws TernError `trade/addressMismatch` when a message is another wallet's. */
  signTransactions(messages: readonly Message[]): Promise<readonly SignedTransaction[]>
}
