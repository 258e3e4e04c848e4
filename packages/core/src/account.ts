import type { Address } from '@solana/addresses'

/** One account as it was at `slot`. `data` is never written to. */
export interface AccountSnapshot {
  readonly owner: Address
  readonly lamports: bigint
  readonly executable: boolean
  readonly data: Uint8Array
  readonly slot: bigint
}

/** `null`: read, and not there. Missing: not read. */
export type AccountSet = ReadonlyMap<Address, AccountSnapshot | null>

/** The chain's own time: its Clock sysvar, never the machine's clock. */
export interface Clock {
  readonly slot: bigint
  /** Seconds since 1970. */
  readonly unixTimestamp: bigint
  readonly epoch: bigint
}

/** `clock`, where something was read as of `slot`: the chain has come that far. */
export const noEarlierThan = (slot: bigint, clock: Clock): Clock => (clock.slot < slot ? { ...clock, slot } : clock)
