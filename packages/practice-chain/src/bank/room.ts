import type { AccountSnapshot, Address } from '@tern/core'
import type { AccountStore } from './accountStore.ts'
import type { Change } from './execution.ts'
import type { TransactionError } from './transactionError.ts'
import type { Undo } from './undo.ts'

/**
 * Max bytes of a small change. Small changes get room when large changes are refused, so a large user cannot shut
 * others out.
 */
const largeBytes = 65_536

/** The max memory for accounts, in bytes of their data. */
export interface RoomLimit {
  /** For all current accounts. Large changes may fill only half of it. */
  readonly accounts: number
  /** For the earlier state of accounts that blocks not yet final have changed. */
  readonly undo: number
}

/**
 * Checks if there is room for a transaction's changes.
 * Rent is no limit here, because a faucet gives away lamports. And a large account written in every block is kept that
 * often.
 * The errors are those of a cluster with full blocks. Nothing lands and no fee is paid, as on a cluster.
 * @returns the error; `undefined` if there is room.
 */
export function overfull(
  {
    changes,
    before,
  }: { readonly changes: readonly Change[]; readonly before: ReadonlyMap<Address, AccountSnapshot | null> },
  held: { readonly accounts: AccountStore; readonly undo: Undo },
  limit: RoomLimit,
): TransactionError | undefined {
  let [grown, written] = [0, 0]
  for (const { address, content } of changes) {
    const size = before.get(address)?.data.length ?? 0
    grown += (content?.data.length ?? 0) - size
    written += size
  }
  const room = grown > largeBytes ? limit.accounts / 2 : limit.accounts
  if (grown > 0 && held.accounts.dataBytes + grown > room) return 'WouldExceedAccountDataTotalLimit'
  const isFull = written > largeBytes && held.undo.bytes() + written > limit.undo
  return isFull ? 'WouldExceedAccountDataBlockLimit' : undefined
}
