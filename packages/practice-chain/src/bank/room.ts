import type { AccountSnapshot, Address } from '@tern/core'
import type { AccountStore } from './accountStore.ts'
import type { Change } from './execution.ts'
import type { TransactionError } from './transactionError.ts'
import type { Undo } from './undo.ts'

/** What no transaction of everyday needs: such are taken while large ones are refused, so that nobody can shut others out. */
const largeBytes = 65_536

/** How much memory accounts may take, bytes of their data. */
export interface RoomLimit {
  /** Of all accounts as they are; large changes get half of it. */
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
  const room = grown > largeBytes ? limit.accounts / 2 : limit.accounts
  if (grown > 0 && held.accounts.dataBytes + grown > room) return 'WouldExceedAccountDataTotalLimit'
  const isFull = written > largeBytes && held.undo.bytes() + written > limit.undo
  return isFull ? 'WouldExceedAccountDataBlockLimit' : undefined
}
