import type { ChainTime } from './chainTime.ts'
import type { Entry } from './entry.ts'
import type { Ledger } from './ledger.ts'
import { type Restored, runOf } from './recovery.ts'
import type { ChainState } from './snapshot.ts'
import type { Storage } from './storage.ts'

/**
 * The journal reserves slots this far ahead, so that a killed chain never shows the same slot number for two blocks.
 */
const reservation = 150n

/** Writes the chain's changes to its journal, and its snapshots. */
export interface Recorder {
  /** Journals a change in the current slot. */
  append(entry: Entry): void
  /** Journals the entry that begins the current slot. */
  beginSlot(entry: (unixTimestamp: bigint) => Entry): void
  /** Journals the current slot, unless the journal already names it. */
  recordSlot(): void
  /** Stores the current slot outside the journal, and journals the slots ahead that the chain needs next. */
  noteSlot(): void
  /** Writes the first snapshot of a new chain, or reserves slots for a restored chain. Resolves once that is on disk. */
  start(): Promise<void>
  /** @throws TernError `practice/journalFailed` if the disk fails. */
  flush(): Promise<void>
  /** Flushes the entry that began a run of blocks. */
  flushRun(): Promise<void>
  /** Reports if the disk has failed to store the journal. */
  hasFailed(): boolean
  /** Reports if too many bytes wait for the disk. */
  isBehind(): boolean
  /** Counts a journalled transaction. */
  countTransaction(): void
  /** Starts a snapshot if the journal is too long. */
  shorten(): void
  /** Writes a last snapshot after the pending work, and closes the storage. */
  close(pending: Promise<unknown>): Promise<void>
}

interface Options {
  readonly genesisHash: string
  readonly slotsPerEpoch: bigint
  /** Journalled transactions before the next snapshot; `undefined` if the journal's length decides. */
  readonly snapshotEvery: number | undefined
  readonly time: ChainTime
  readonly restored: Restored | undefined
  /** Called once if the disk fails to store the journal. */
  readonly onFault: (error: unknown) => void
}

export function createRecorder(ledger: Ledger, storage: Storage, options: Options): Recorder {
  const { genesisHash, slotsPerEpoch, snapshotEvery, time, restored } = options
  const { blocks, times } = ledger
  let reservedSlot = restored?.reservedSlot ?? 0n
  /** The newest slot that the journal names. */
  let recorded = restored?.recordedSlot ?? blocks.slot()
  let recordedEpoch = ledger.clock().epoch
  /** The first slot of the newest run of blocks that is on disk. */
  let durableRun = runOf(blocks)
  let sinceSnapshot = storage.found?.entries.length ?? 0
  let isSnapshotting = false
  let isClosing = false
  let hasFailed = false

  function state(): ChainState {
    const { slot, unixTimestamp } = ledger.clock()
    return {
      genesisHash,
      slotsPerEpoch,
      slot,
      unixTimestamp,
      epochStartTimestamp: ledger.epochStartTimestamp(),
      aheadMs: time.aheadMs(),
      runs: [...blocks.runs()],
      times: [...times.entries()],
      pace: times.pace(),
      reservedSlot: isClosing ? slot : slot + reservation,
      transactionCount: ledger.transactionCount(),
      completeFrom: ledger.history.completeFrom(),
      accounts: ledger.accounts.entries(),
      statuses: ledger.statuses.entries(),
      records: ledger.history.all(),
    }
  }

  function writeSnapshot(): Promise<void> {
    sinceSnapshot = 0
    return storage.writeSnapshot(state)
  }

  function reserve(from: bigint): void {
    reservedSlot = from + reservation
    storage.append({ kind: 'reserved', slot: reservedSlot })
  }

  function recordSlot(): void {
    const { slot, unixTimestamp, epoch } = ledger.clock()
    if (recorded !== slot) storage.append({ kind: 'slot', slot, unixTimestamp })
    recorded = slot
    recordedEpoch = epoch
  }

  /** Without this entry, a replay would take a later slot's time for the beginning of the epoch. */
  function recordEpoch(): void {
    if (ledger.clock().epoch !== recordedEpoch) recordSlot()
  }

  /**
   * Stores the newest slot in place of the stored slot.
   * It waits until the newest run of blocks is on disk: otherwise a kill would lose the confirmed blocks of the run
   * before.
   */
  function storeNewest(): void {
    if (runOf(blocks) === durableRun) storage.noteSlot({ slot: blocks.slot(), run: durableRun })
  }

  async function flush(): Promise<void> {
    try {
      await storage.flush()
    } catch (error) {
      if (!hasFailed) options.onFault(error)
      hasFailed = true
      throw error
    }
  }

  return {
    recordSlot,
    flush,
    hasFailed: () => hasFailed,
    isBehind: storage.isBehind,
    append(entry) {
      // An entry belongs to the slot of the last slot entry, so that entry comes first.
      recordSlot()
      storage.append(entry)
    },
    beginSlot(entry) {
      const { slot, unixTimestamp, epoch } = ledger.clock()
      storage.append(entry(unixTimestamp))
      recorded = slot
      recordedEpoch = epoch
    },
    noteSlot() {
      const slot = blocks.slot()
      storeNewest()
      recordEpoch()
      if (slot + reservation / 2n > reservedSlot) reserve(slot)
    },
    async start() {
      if (restored === undefined) await writeSnapshot()
      else {
        recordEpoch()
        reserve(blocks.slot())
      }
      await storage.flush()
      durableRun = runOf(blocks)
    },
    async flushRun() {
      const run = runOf(blocks)
      await flush()
      if (run <= durableRun) return
      durableRun = run
      storeNewest()
    },
    countTransaction() {
      sinceSnapshot++
    },
    shorten() {
      const isDue = snapshotEvery === undefined ? storage.isOutgrown() : sinceSnapshot >= snapshotEvery
      if (!isDue || isSnapshotting) return
      isSnapshotting = true
      const done = () => {
        isSnapshotting = false
      }
      // A failure needs no report here: a disk that fails also fails the journal, and that failure reaches every submit.
      writeSnapshot().then(done, done)
    },
    async close(pending) {
      isClosing = true
      await pending
      try {
        if (!hasFailed) await writeSnapshot()
      } finally {
        await storage.close()
      }
    },
  }
}
