import type { Address } from '@solana/addresses'

/** An amount of a mint, in raw units. SOL is the native mint, as lamports or wrapped. */
export interface TermsAmount {
  readonly mint: Address
  /** The program that owns the mint. For SOL: the token program. */
  readonly tokenProgram: Address
}

/**
 * The most that a message may do to its wallet, net of each mint, in raw units. The page writes the terms, and the signer does not trust
 * it: the signer compares every part with the bytes, prints it, and refuses bytes that do more.
 *
 * Transfers between accounts of the wallet are not counted.
 */
export interface Terms {
  /** Each mint once. Rents and fees are in `lamports`, not here. */
  readonly spend: readonly (TermsAmount & { readonly max: bigint })[]
  /** Each mint once. A minimum of 0 is allowed only to receive the value of a share, see `into`. */
  readonly receive: readonly (TermsAmount & { readonly min: bigint })[]
  /** The pool, farm or position that receives or returns value. `range` is a position's lower and upper tick. */
  readonly into?: {
    readonly program: Address
    readonly account: Address
    readonly range?: readonly [number, number]
  }
  readonly lamports: TermsLamports
  /** The wallet that receives a gift. */
  readonly recipient?: Address
  /** Empty token accounts of the wallet that the message closes. Their rent returns to the wallet. */
  readonly closes?: readonly Address[]
  /** New accounts that sign with the wallet. The message creates each of them. */
  readonly cosigners: readonly Address[]
  readonly lifetime: 'blockhash' | 'nonce'
  readonly irreversible?: 'lock' | 'burn' | 'giveAway'
}

/** The most lamports of each kind that a message takes from its wallet, in addition to `spend`. */
export interface TermsLamports {
  /** Rent of the wallet's own accounts. It returns when they are closed. */
  readonly rent: bigint
  /** Fees of programs and rents of accounts that are not the wallet's. They do not return. */
  readonly programFee: bigint
  /** Signatures and priority fee. */
  readonly networkFee: bigint
  /** The tip to a provider. */
  readonly tip: bigint
  /** Tern's fee. */
  readonly tradeFee: bigint
}
