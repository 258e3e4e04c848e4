import type { AccountSnapshot, Address } from '@tern/core'
import type { AccountStore } from './accountStore.ts'
import type { Change } from './execution.ts'
import type { TransactionError } from './transactionError.ts'
import type { Undo } from './undo.ts'

/** How much memory accounts may take, bytes of their data. */
export interface RoomLimit {
  /** Of all accounts as they are. */
  readonly accounts: number
  /** Of what the blocks that are not final yet have changed, as it was before. */
  readonly undo: number
}

/**
 * Why there is no room for what a transaction did, if there is none: lamports that a faucet gives away pay for any rent, and
 * large accounts that are written in every block would be remembered as often. The errors are those of a cluster whose blocks
 * are full, and like there nothing lands and nothing is paid.
 */
export function overfull(
  changes: readonly Change[],
  before: ReadonlyMap<Address, AccountSnapshot | null>,
  held: { readonly accounts: AccountStore; readonly undo: Undo },
  limit: RoomLimit,
): TransactionError | undefined {
  let [grown, written] = [0, 0]
  for (const { address, content } of changes) {
    const size = before.get(address)?.data.length ?? 0
    grown += (content?.data.length ?? 0) - size
    written += size
  }
  if (grown > 0 && held.accounts.dataBytes + grown > limit.accounts) return 'WouldExceedAccountDataTotalLimit'
  return held.undo.bytes() + written > limit.undo ? 'WouldExceedAccountDataBlockLimit' : undefined
}
