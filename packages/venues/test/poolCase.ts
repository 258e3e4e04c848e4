import type { AccountSet, Address, Clock, ErrorCode } from '@tern/core'
import type { Venue } from '../src/venue.ts'

/** A pool to test: its accounts, the time, and its reserves. */
export interface PoolCase {
  readonly venue: Venue
  readonly address: Address
  readonly accounts: AccountSet
  readonly clock: Clock
  /** Max raw units that can leave the pool, in the order of its tokens. */
  readonly holds: readonly [bigint, bigint]
  /**
   * Raw units of each token that are the pool's beyond `holds`: on its order book, or lent out by its vault.
   * @default none
   */
  readonly lent?: readonly [bigint, bigint]
  /** The token, if the pool does not name it. */
  readonly mint?: Address
  /** Min size in bytes of a pool's account, if its program has older, shorter accounts. */
  readonly shortest?: number
  /** Returns the accounts with keys that no other call returns. Set only if opening caches values derived from keys. */
  readonly unseen?: () => AccountSet
  /** Accounts that may be missing. */
  readonly optional?: readonly Address[]
  /** Accounts that only some swaps need. They may be missing, and `open` does not check them. */
  readonly checkedBySwap?: readonly Address[]
  /** Exact outputs below this are encoded as exact inputs, because the program refuses inputs that it rounds to 0. */
  readonly dust?: bigint
  /** Set if the program's swaps name no mints. */
  readonly namesNoMints?: true
  /**
   * Max units of the input that roundings may keep, if a unit buys many units of the output and fees are rounded up.
   * @default none
   */
  readonly coarseness?: bigint
  /**
   * Max units of the input by which an exact output may cost more than the exact input that brought it.
   * This happens if an output that just reaches a limit of the program is charged up to that limit, or if a part of a unit
   * brings a whole unit. A pair is by the token that goes in.
   * @default none
   */
  readonly overpay?: bigint | readonly [bigint, bigint]
  /**
   * Max units of the output by which a larger input may bring less, if several fees are rounded up separately.
   * @default 1 if `coarseness` is set
   */
  readonly backstep?: bigint
  /**
   * Max parts per million by which an exact input may bring less than an exact output at the same cost. The program may
   * charge the fee of an exact output on a smaller amount.
   * @default 0n
   */
  readonly exactOutDiscountPpm?: bigint
  /**
   * Max units of each token that a round trip may gain, if the program rounds in the trader's favour. A trade may then be
   * better than the current price by as much, and its impact is 0.
   * @default none
   */
  readonly roundingGain?: readonly [bigint, bigint]
  /**
   * The error for an amount of zero, if the specification has a text of its own for the venue.
   * @default `quote/zeroAmount`
   */
  readonly zero?: ErrorCode
}
