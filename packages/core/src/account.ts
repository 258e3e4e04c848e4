import type { Address } from '@solana/addresses'

/** An account as it was at `slot`. No code writes to `data`. */
export interface AccountSnapshot {
  readonly owner: Address
  readonly lamports: bigint
  readonly executable: boolean
  readonly data: Uint8Array
  readonly slot: bigint
}

/** Accounts that were read. `null` means that the account does not exist. A missing key was not read. */
export type AccountSet = ReadonlyMap<Address, AccountSnapshot | null>

/** The chain's own time: its Clock sysvar, never the machine's clock. */
export interface Clock {
  readonly slot: bigint
  /** Seconds since 1970. */
  readonly unixTimestamp: bigint
  readonly epoch: bigint
}

/**
 * Raises a clock to a slot at which the program has read something, because the chain has reached that slot.
 *
 * @example
 * noEarlierThan(105n, { slot: 100n, unixTimestamp: 1_750_000_000n, epoch: 0n }).slot // 105n
 */
export const noEarlierThan = (slot: bigint, clock: Clock): Clock => (clock.slot < slot ? { ...clock, slot } : clock)
