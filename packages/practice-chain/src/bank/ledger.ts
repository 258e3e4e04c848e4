import type { AccountSnapshot, Address, Clock } from '@tern/core'
import { addressBytes, clockSysvar } from '@tern/core/internal'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { type AccountStore, createAccountStore } from './accountStore.ts'
import type { AccountContent } from './bank.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { type BlockTimes, createBlockTimes } from './blockTimes.ts'
import { createHistory, type History, type HistoryLimit } from './history.ts'
import { createMachineAccounts } from './machineAccounts.ts'
import type { RoomLimit } from './room.ts'
import { createSlotClock } from './slotClock.ts'
import type { ChainState } from './snapshot.ts'
import { createStatusCache, type StatusCache } from './statusCache.ts'
import { createTransactionRunner, type TransactionRunner } from './transactionRunner.ts'
import { createUndo, type Earlier } from './undo.ts'

/** A finalized block is at least this many blocks behind the current block. */
const blocksToRoot = 32n

export interface LedgerOptions {
  readonly genesisHash: string
  readonly slotsPerEpoch: bigint
  readonly historyLimit: HistoryLimit
  readonly roomLimit: RoomLimit
  readonly programs: ReadonlyMap<Address, SimulatedProgram>
  /** Real binaries and the effects program, by program id. */
  readonly binaries: ReadonlyMap<Address, Uint8Array>
}

type OfTransactions =
  | 'restoreCount'
  | 'latestBlockhash'
  | 'isBlockhashValid'
  | 'isAlive'
  | 'process'
  | 'relive'
  | 'simulate'

/**
 * The state of the chain and its changes.
 * Every operation is synchronous, and its result depends only on the state and its arguments.
 */
export interface Ledger extends Pick<TransactionRunner, OfTransactions> {
  readonly accounts: AccountStore
  readonly history: History
  readonly statuses: StatusCache
  readonly blocks: Pick<Blocks, 'slot' | 'height' | 'slotAt' | 'has' | 'parent' | 'hash' | 'runs' | 'between'>
  readonly times: BlockTimes
  clock(): Clock
  /** The unix timestamp of the epoch's first block. */
  epochStartTimestamp(): bigint
  /** The newest slot that can never be undone. */
  root(): bigint
  transactionCount(): bigint
  /** Ends the slot and begins another. The slots between have empty blocks. */
  beginSlot(slot: bigint, unixTimestamp: bigint): void
  /** Ends the slot and begins another. The slots between have no blocks. */
  skipTo(slot: bigint, unixTimestamp: bigint): void
  /**
   * Returns each account's state at the end of `parent`, a block after the root, for accounts changed since.
   * Afterwards the ledger can no longer undo the later slots, so call `fork` next.
   */
  takeBack(parent: bigint): Earlier
  /** Restores the state at the end of `parent`, and begins `slot` after it. */
  fork(fork: Fork): void
  /** Makes everything so far final. */
  settle(): void
  /** The current account, or its state at the end of a slot that is not older than the root. */
  read(address: Address, slot?: bigint): AccountSnapshot | null
  /** The accounts that changed since the end of a slot that is not older than the root. */
  changedSince(slot: bigint): ReadonlySet<Address>
  setAccount(address: Address, content: AccountContent): void
  /** Restores an account from a snapshot. */
  restore(address: Address, account: AccountSnapshot): void
  /** Restores the slots that have blocks, and begins `slot` without ending another. */
  restoreSlot(
    state: Pick<ChainState, 'slot' | 'unixTimestamp' | 'epochStartTimestamp' | 'runs' | 'times' | 'pace'>,
  ): void
}

/** A fork after `parent`, whose later slots are abandoned. `accounts`: their states at its end, from `takeBack`. */
interface Fork {
  readonly parent: bigint
  readonly slot: bigint
  readonly unixTimestamp: bigint
  readonly accounts: Earlier
}

export function createLedger(options: LedgerOptions): Ledger {
  const { slotsPerEpoch, programs, roomLimit, binaries } = options
  const blocks = createBlocks(addressBytes(options.genesisHash))
  const accounts = createAccountStore()
  const history = createHistory(options.historyLimit)
  const statuses = createStatusCache()
  const undo = createUndo()
  const times = createBlockTimes()
  const slotClock = createSlotClock(slotsPerEpoch)
  const clock = slotClock.now
  const machine = createMachineAccounts({ slotsPerEpoch, binaries, accounts, undo, slot: () => clock().slot })
  const transactions = createTransactionRunner({
    ...{ programs, roomLimit, machine, accounts, undo, blocks, statuses, history, clock },
  })
  let root = 0n

  /** Raises the root. It never falls: a final block stays final even if later blocks are abandoned. */
  function raiseRoot(): void {
    const height = blocks.height() - blocksToRoot
    if (height > blocks.height(root)) root = blocks.slotAt(height)
    undo.settle(root)
    slotClock.forgetBefore(root)
  }

  /** Starts the newest slot of `blocks`. */
  function startSlot(unixTimestamp: bigint): void {
    const slot = blocks.slot()
    undo.begin(slot)
    raiseRoot()
    statuses.prune(blocks.oldestValid(root))
    times.add(slot, unixTimestamp)
    transactions.beginSlot(slot)
    machine.vm().setSlot({
      clock: slotClock.begin(slot, unixTimestamp),
      slotHashes: blocks.slotHashes(),
      recentBlockhashes: blocks.recentBlockhashes(),
    })
  }

  return {
    accounts,
    history,
    statuses,
    blocks,
    clock,
    epochStartTimestamp: slotClock.epochStartTimestamp,
    times,
    root: () => root,
    transactionCount: transactions.count,
    restoreCount: transactions.restoreCount,
    latestBlockhash: transactions.latestBlockhash,
    isBlockhashValid: transactions.isBlockhashValid,
    isAlive: transactions.isAlive,
    read(address, slot) {
      const now = machine.read(address)
      if (slot === undefined) return now
      const data = address === clockSysvar ? slotClock.dataIn(slot) : undefined
      if (now !== null && data !== undefined) return { ...now, data, slot }
      const earlier = undo.earlier(address, slot)
      return earlier === undefined ? now : earlier
    },
    changedSince: undo.changedSince,
    process: transactions.process,
    relive: transactions.relive,
    simulate: transactions.simulate,
    beginSlot(slot, unixTimestamp) {
      times.fill(slot, unixTimestamp)
      blocks.advance(slot)
      startSlot(unixTimestamp)
    },
    skipTo(slot, unixTimestamp) {
      times.setPace(undefined)
      blocks.skip(slot)
      startSlot(unixTimestamp)
    },
    takeBack: undo.takeBack,
    fork({ parent, slot, unixTimestamp, accounts }) {
      times.setPace(undefined)
      machine.putBack(accounts)
      transactions.abandon(parent)
      blocks.fork(parent, slot)
      // An epoch whose first block is abandoned begins again.
      slotClock.setEpoch(parent / slotsPerEpoch)
      undo.takeBack(parent)
      startSlot(unixTimestamp)
    },
    settle() {
      root = blocks.parent(blocks.slot())
      undo.settle(blocks.slot())
      undo.begin(blocks.slot())
    },
    setAccount: machine.set,
    restore: machine.restore,
    restoreSlot(state) {
      blocks.restore(state.runs, state.slot)
      for (const [slot, unixTimestamp] of state.times) times.add(slot, unixTimestamp)
      times.setPace(state.pace)
      slotClock.setEpoch(state.slot / slotsPerEpoch, state.epochStartTimestamp)
      startSlot(state.unixTimestamp)
    },
  }
}
