import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TernError } from '@tern/core'
import { type BankJournal, openBankJournal, readBankJournal } from './bankJournal.ts'
import { decodeEntry, type Entry, encodeEntry } from './entry.ts'
import { type Newest, openNewestSlot } from './newestSlot.ts'
import { type ChainState, decodeSnapshot, encodeSnapshot } from './snapshot.ts'
import { syncFolder, writeWhole } from './wholeFile.ts'

/** The content of a chain's directory at the start. */
export interface FoundChain {
  /** The newest whole snapshot. */
  readonly state: ChainState
  /** The journal's entries after the snapshot. */
  readonly entries: readonly Entry[]
  /**
   * The newest slot that began; `undefined` if it was not stored. After a power cut it may be older than the entries.
   */
  readonly newest: Newest | undefined
}

/** Keeps a chain on disk. */
export interface Storage {
  /** The chain found at the start; `undefined` if the directory was empty. */
  readonly found: FoundChain | undefined
  append(entry: Entry): void
  /**
   * Reports if the journal has outgrown the snapshot, so that another snapshot is due.
   * This keeps the directory within about 4 times its snapshot, and the data that a start reads within 3 times.
   * A small chain's journal may still grow to 32 MiB.
   */
  isOutgrown(): boolean
  /** Reports if so many bytes wait for the disk that no more should be added before they are written. */
  isBehind(): boolean
  /** Resolves once all entries so far are on disk. */
  flush(): Promise<void>
  /** Stores the newest slot. It survives a kill of the process, but perhaps not a power cut. */
  noteSlot(newest: Newest): void
  /** Takes the state and writes it. The snapshot includes every earlier entry; later entries follow it. */
  writeSnapshot(state: () => ChainState): Promise<void>
  /**
   * Writes the waiting entries and waits for all running work, so that nothing happens afterwards.
   *
   * @throws TernError `practice/journalFailed` if the disk fails.
   */
  close(): Promise<void>
}

/** Storage for a chain that is not kept. */
export function createMemoryStorage(): Storage {
  const done = Promise.resolve()
  return {
    found: undefined,
    append: () => undefined,
    isOutgrown: () => false,
    isBehind: () => false,
    flush: () => done,
    noteSlot: () => undefined,
    writeSnapshot: () => done,
    close: () => done,
  }
}

/** Max bytes that may wait for the disk. */
const maxWaiting = 64 * 1024 * 1024
/** A journal below this many bytes is never too long. */
const minOutgrown = 32 * 1024 * 1024

const unknownEntry =
  'it holds an entry that this version does not know. Start and stop the version that wrote it once, or move the folder away'

const advice = 'Restore a backup, or move the folder away to begin a new practice chain'

const newestSlotName = 'newest-slot.bin'
const snapshotName = (generation: number) => `snapshot-${generation}.bin`
const journalName = (generation: number) => `journal-${generation}.log`

/**
 * Opens a chain's directory, and creates it if it does not exist.
 * Generation n is a snapshot and the journal of later changes.
 * A snapshot gets its name only once it is whole and on disk.
 *
 * @param onNotice receives a line of text if a journal is damaged. It says how much of the journal is left out.
 * @throws TernError `practice/chainDamaged`.
 */
export async function openStorage(directory: string, onNotice: (notice: string) => void = () => {}): Promise<Storage> {
  await mkdir(directory, { recursive: true })
  const { read, generation: last, journalLength, journalsLength, snapshotLength, lost } = await readNewest(directory)
  if (lost > 0) {
    const [name, kept] = [journalName(last), join(directory, `damaged-${journalName(last)}`)]
    await copyFile(join(directory, name), kept)
    onNotice(
      `The practice chain's ${name} is damaged at byte ${journalLength}: ${lost} entries behind it are left out, and the chain goes on from there. The file is kept as ${kept}; a backup has them all`,
    )
  }
  let generation = last
  let outgrownAt = outgrown(snapshotLength)
  /** Bytes in the journals since the last snapshot. */
  let journalled = journalsLength
  let journal = await openBankJournal(join(directory, journalName(generation)), journalLength)
  const newestSlot = openNewestSlot(join(directory, newestSlotName))
  await syncFolder(directory)
  /** The closing of the previous journal. No later entry may be on disk before the previous journal is whole. */
  let draining: Promise<void> = Promise.resolve()
  let snapshotting: Promise<void> = Promise.resolve()

  async function switchOver(state: () => ChainState): Promise<void> {
    const next = generation + 1
    const opening = await openBankJournal(join(directory, journalName(next)), 0)
    await syncFolder(directory)
    const chunks = encodeSnapshot(captured(state()))
    const [earlier, before]: [Promise<void>, BankJournal] = [draining, journal]
    journal = opening
    generation = next
    draining = earlier.then(
      () => before.close(),
      async (error: unknown) => {
        await before.abandon()
        throw error
      },
    )
    journalled = 0
    await draining
    outgrownAt = outgrown(await writeWhole(directory, snapshotName(next), chunks))
    for (const name of await readdir(directory)) {
      const of = /^(?:snapshot|journal)-(\d+)\./.exec(name)?.[1]
      if (of !== undefined && Number(of) < next) await rm(join(directory, name))
    }
  }

  return {
    found: read && { ...read, newest: newestSlot.found },
    writeSnapshot(state) {
      const done = snapshotting.catch(() => undefined).then(() => switchOver(state))
      snapshotting = done
      return done
    },
    noteSlot: newestSlot.note,
    append(entry) {
      const record = encodeEntry(entry)
      journalled += record.length
      journal.append(record)
    },
    isOutgrown: () => journalled > outgrownAt,
    isBehind: () => journal.waiting() > maxWaiting,
    async flush() {
      const [earlier, current]: [Promise<void>, BankJournal] = [draining, journal]
      await earlier
      await current.flush()
    },
    async close() {
      await snapshotting.catch(() => undefined)
      try {
        await draining
        await journal.close()
      } catch (error) {
        // Drop the waiting entries: an entry after a gap would describe a different chain.
        await journal.abandon()
        throw error
      } finally {
        newestSlot.close()
      }
    },
  }
}

const outgrown = (snapshotLength: number): number => Math.max(minOutgrown, 2 * snapshotLength)

/** Copies the state's lists, so that changes during the writing stay out of the snapshot. */
const captured = (state: ChainState): ChainState => ({
  ...state,
  accounts: [...state.accounts],
  statuses: [...state.statuses],
  records: [...state.records],
})

async function readNewest(directory: string) {
  const names = new Set(await readdir(directory))
  const generations = [...names]
    .map(name => /^snapshot-(\d+)\.bin$/.exec(name)?.[1])
    .filter(text => text !== undefined)
    .map(Number)
    .sort((a, b) => b - a)
  for (const first of generations) {
    const snapshot = await readFile(join(directory, snapshotName(first)))
    const state = decodeSnapshot(snapshot)
    if (state === undefined) continue
    const entries: Entry[] = []
    let [generation, journalLength, journalsLength] = [first, 0, 0]
    let torn: string | undefined
    let lost = 0
    for (let next = first; names.has(journalName(next)); next++) {
      const file = join(directory, journalName(next))
      const bytes = await readFile(file)
      const { records, length, lost: lostHere } = readBankJournal(bytes)
      if (torn !== undefined && records.length + lostHere > 0)
        throw new TernError('practice/chainDamaged', {
          file: torn,
          why: `it breaks off at byte ${journalLength}, and the next file goes on. ${advice}`,
        })
      if (torn !== undefined) break
      if (length < bytes.length) torn = file
      lost = lostHere
      for (const record of records) {
        const entry = decodeEntry(record)
        if (entry === undefined) throw new TernError('practice/chainDamaged', { file, why: unknownEntry })
        entries.push(entry)
      }
      generation = next
      journalLength = length
      journalsLength += length
    }
    return {
      read: { state, entries },
      generation,
      journalLength,
      journalsLength,
      snapshotLength: snapshot.length,
      lost,
    }
  }
  const [newest] = generations
  if (newest !== undefined)
    throw new TernError('practice/chainDamaged', {
      file: join(directory, snapshotName(newest)),
      why: `it is not whole. ${advice}`,
    })
  return { read: undefined, generation: 0, journalLength: 0, journalsLength: 0, snapshotLength: 0, lost: 0 }
}
