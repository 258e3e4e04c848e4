import { randomBytes } from 'node:crypto'
import {
  type Address,
  clockSysvar,
  encodeBase58,
  recentBlockhashesSysvar,
  slotHashesSysvar,
  TernError,
} from '@tern/core'
import { effectsProgram } from '../effects/effectsProgram.ts'
import { simulatedPrograms } from '../programs/simulatedPrograms.ts'
import type { AccountContent, Bank, SubmitOptions, SubmitResult, Travel } from './bank.ts'
import { paceAt, unixMsAt } from './blockTimes.ts'
import { checkSignatures } from './checkSignatures.ts'
import type { Entry } from './entry.ts'
import { createFaucet } from './faucet.ts'
import { offerOf } from './fee.ts'
import { createLedger } from './ledger.ts'
import { createListeners } from './listeners.ts'
import { createPast } from './past.ts'
import { readPrograms, readRecordedAccounts } from './recordedFiles.ts'
import { beginChain, restoreChain, runOf } from './recovery.ts'
import { readOrRefuse, unprocessable } from './refusal.ts'
import type { ChainState } from './snapshot.ts'
import { createMemoryStorage, openStorage } from './storage.ts'
import type { Signatures } from './virtualMachine.ts'
import { readWireMessage, type WireTransaction } from './wire.ts'

/** The options of a bank: its directory, limits and time. */
export interface BankOptions {
  /** The directory that keeps the chain. Without it, the chain ends with the process. */
  readonly dataDir?: string
  /** Milliseconds between two slots. 0: only `tick` begins a slot. */
  readonly slotMs: number
  /** Milliseconds since 1970. The chain's clock never goes back, even if this does. */
  readonly now: () => number
  /** The accounts of a new chain. */
  readonly genesis?: Iterable<readonly [Address, AccountContent]>
  /** Base58 of 32 bytes, for a new chain. Random by default. */
  readonly genesisHash?: string
  /** A directory of real program binaries, `<program id>.so`. Each replaces the simulated program. */
  readonly programsDir?: string
  /** A directory of recorded accounts, JSON. Accounts that the chain lacks are added. */
  readonly snapshotsDir?: string
  /**
   * For a new chain.
   * @default 432_000n
   */
  readonly slotsPerEpoch?: bigint
  /**
   * Max landed transactions that are kept, at most half of them from a single payer.
   * @default 10_000
   */
  readonly historyLimit?: number
  /**
   * Max bytes of memory for these transactions, at most half of them for a single payer.
   * @default 128 MiB
   */
  readonly historyBytes?: number
  /**
   * Max bytes of all accounts' data. Changes that grow it by more than 64 KiB may fill only half.
   * A transaction that would exceed it is refused.
   * @default 512 MiB
   */
  readonly accountBytes?: number
  /**
   * Max bytes of earlier account data, kept to undo the blocks that are not final. Beyond it, only large changes are
   * refused.
   * @default 256 MiB
   */
  readonly undoBytes?: number
  /**
   * Journalled transactions before the next snapshot.
   * By default, a snapshot is written when the journal has outgrown the last snapshot.
   */
  readonly snapshotEvery?: number
  /** A new chain begins this many seconds before `now`, and stays behind by as much until it travels. */
  readonly beganSecondsAgo?: number
  /** Called once if the disk fails to store the journal. The chain stands still then, and every submit fails. */
  readonly onFault?: (error: unknown) => void
  /** Receives a line of text if the journal is damaged. It says how much of the journal is left out. */
  readonly onNotice?: (notice: string) => void
}

const mostRolledBack = 31n
const msOfSlot = 400n
/** Clients read slots and times as JavaScript numbers. */
const mostInNumber = BigInt(Number.MAX_SAFE_INTEGER)
/**
 * The journal reserves slots this far ahead, so that a killed chain never shows the same slot number for two blocks.
 */
const reservation = 150n

/**
 * Opens a chain, or begins a new chain.
 * @throws TernError `practice/chainDamaged`, `practice/recordedAccount`.
 */
export async function createBank(options: BankOptions): Promise<Bank> {
  const binaries = new Map(options.programsDir === undefined ? [] : readPrograms(options.programsDir))
  const given = options.snapshotsDir === undefined ? [] : [...readRecordedAccounts(options.snapshotsDir)]
  const storage =
    options.dataDir === undefined ? createMemoryStorage() : await openStorage(options.dataDir, options.onNotice)
  const found = storage.found?.state
  const genesisHash = found?.genesisHash ?? options.genesisHash ?? encodeBase58(randomBytes(32))
  const slotsPerEpoch = found?.slotsPerEpoch ?? options.slotsPerEpoch ?? 432_000n
  const programs = new Map(simulatedPrograms.map(program => [program.address, program] as const))
  for (const id of binaries.keys()) programs.delete(id)
  for (const id of programs.keys()) binaries.set(id, effectsProgram)
  const historyLimit = { transactions: options.historyLimit ?? 10_000, bytes: options.historyBytes ?? 2 ** 27 }
  const roomLimit = { accounts: options.accountBytes ?? 2 ** 29, undo: options.undoBytes ?? 2 ** 28 }
  const ledger = createLedger({ genesisHash, slotsPerEpoch, historyLimit, roomLimit, programs, binaries })
  const faucet = createFaucet(genesisHash)
  const { blocks, times } = ledger
  let reservedSlot = 0n
  /** The newest slot that the journal names. */
  let recorded = 0n
  /** How far the chain's clock is ahead of the machine's, in milliseconds. */
  let aheadMs = -BigInt(Math.round(1_000 * (options.beganSecondsAgo ?? 0)))
  const unixMs = () => BigInt(Math.floor(options.now())) + aheadMs
  const seconds = () => unixMs() / 1_000n
  /** The time of a slot that follows skipped or abandoned slots. */
  const now = () => larger(seconds(), ledger.clock().unixTimestamp)
  try {
    if (storage.found === undefined) {
      beginChain(ledger, options.genesis ?? [], faucet.address, seconds())
      recorded = blocks.slot()
    } else ({ reservedSlot, aheadMs, recordedSlot: recorded } = restoreChain(ledger, storage.found))
  } catch (error) {
    await storage.close()
    throw error
  }

  const { on, has, emit } = createListeners()
  let sinceSnapshot = storage.found?.entries.length ?? 0
  let isSnapshotting = false
  let isClosing = false
  let isStanding = false
  let lastChecked: Promise<unknown> = Promise.resolve()
  let recordedEpoch = ledger.clock().epoch
  if (storage.found !== undefined) goOnBehind(larger(reservedSlot, blocks.slot()) + 1n)
  let confirmed = blocks.parent(blocks.slot())
  const past = createPast(ledger, () => confirmed)
  for (const [address, content] of given) if (ledger.accounts.get(address) === undefined) setAccount(address, content)
  ledger.settle()
  if (storage.found === undefined) await writeSnapshot()
  else {
    recordEpoch()
    reserve(blocks.slot())
  }
  await storage.flush()
  /** The first slot of the newest run of blocks that is on disk. */
  let durableRun = runOf(blocks)
  const timer = options.slotMs > 0 ? setInterval(() => tick().catch(() => undefined), options.slotMs) : undefined
  timer?.unref()

  /** Begins `slot` in a reopened chain. Reserved slots that were not used have no blocks. */
  function goOnBehind(slot: bigint): void {
    recordSlot()
    ledger.skipTo(slot, now())
    recordAs(unixTimestamp => ({ kind: 'travel', slot, unixTimestamp, aheadMs }))
  }

  function state(): ChainState {
    const { slot, unixTimestamp } = ledger.clock()
    return {
      genesisHash,
      slotsPerEpoch,
      slot,
      unixTimestamp,
      epochStartTimestamp: ledger.epochStartTimestamp(),
      aheadMs,
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

  function reserve(from: bigint): void {
    reservedSlot = from + reservation
    storage.append({ kind: 'reserved', slot: reservedSlot })
  }

  /** Starts a snapshot if the journal is too long. */
  function shorten(): void {
    const isDue = options.snapshotEvery === undefined ? storage.isOutgrown() : sinceSnapshot >= options.snapshotEvery
    if (!isDue || isSnapshotting) return
    isSnapshotting = true
    const done = () => {
      isSnapshotting = false
    }
    // A failure needs no report here: a disk that fails also fails the journal, and that failure reaches every submit.
    writeSnapshot().then(done, done)
  }

  function writeSnapshot(): Promise<void> {
    sinceSnapshot = 0
    return storage.writeSnapshot(state)
  }

  async function flush(): Promise<void> {
    try {
      await storage.flush()
    } catch (error) {
      if (!isStanding) options.onFault?.(error)
      isStanding = true
      clearInterval(timer)
      throw error
    }
  }

  function emitAccount(address: Address): void {
    if (has('account')) emit('account', { address, account: ledger.read(address), slot: blocks.slot() })
  }

  /** An entry belongs to the slot of the last slot entry, so that entry comes first. */
  function append(entry: Entry): void {
    recordSlot()
    storage.append(entry)
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

  function setAccount(address: Address, content: AccountContent): void {
    ledger.setAccount(address, content)
    append({ kind: 'account', address, content })
    emitAccount(address)
  }

  /**
   * Stores the newest slot in place of the stored slot.
   * It waits until the newest run of blocks is on disk: otherwise a kill would lose the confirmed blocks of the run
   * before.
   */
  function noteSlot(): void {
    if (runOf(blocks) === durableRun) storage.noteSlot({ slot: blocks.slot(), run: durableRun })
  }

  /** Flushes the entry that began a run of blocks. */
  async function flushRun(): Promise<void> {
    const run = runOf(blocks)
    await flush()
    if (run <= durableRun) return
    durableRun = run
    noteSlot()
  }

  /** Reports the slot that has begun. */
  function announce(): void {
    const slot = blocks.slot()
    noteSlot()
    recordEpoch()
    if (slot + reservation / 2n > reservedSlot) reserve(slot)
    emit('slot', { slot, parent: blocks.parent(slot), root: past.slot('finalized') })
    for (const sysvar of [clockSysvar, slotHashesSysvar, recentBlockhashesSysvar]) emitAccount(sysvar)
  }

  /** Confirms a finished slot once it is on disk, unless the slot has been abandoned meanwhile. */
  async function confirm(over: bigint): Promise<void> {
    await flushRun()
    shorten()
    if (!blocks.has(over)) return
    confirmed = larger(over, confirmed)
    const finished = past.block(over)
    if (finished !== null) emit('block', finished)
  }

  async function tick(): Promise<void> {
    const over = blocks.slot()
    beginNext(over + 1n)
    announce()
    await confirm(over)
  }

  /**
   * Begins the next slot at its time by the pace, so that a restart after a kill computes the same time.
   * If the machine's clock is too far from that time, a new pace begins, and the journal records it.
   */
  function beginNext(slot: bigint): void {
    const [before, pace] = [times.pace(), paceAt(times, slot, unixMs(), options.slotMs)]
    ledger.beginSlot(slot, larger(unixMsAt(pace, slot) / 1_000n, ledger.clock().unixTimestamp))
    if (pace === before) return
    times.setPace(pace)
    recordAs(unixTimestamp => ({ kind: 'pace', unixTimestamp, ...pace }))
  }

  async function travel({ slots, seconds: by }: Travel): Promise<void> {
    const ms = by === undefined ? (slots ?? 1n) * msOfSlot : by * 1_000n
    const distance = slots ?? larger(ms / msOfSlot, 1n)
    const farthest = larger(blocks.slot() + distance, aheadMs + ms)
    if (distance < 1n || ms < 0n || farthest > mostInNumber) throw new TernError('practice/travel', {})
    if (isStanding) await flush()
    recordSlot()
    const over = blocks.slot()
    aheadMs += ms
    ledger.skipTo(over + distance, now())
    recordAs(unixTimestamp => ({ kind: 'travel', slot: blocks.slot(), unixTimestamp, aheadMs }))
    announce()
    await confirm(over)
  }

  async function rollback(slots: bigint): Promise<void> {
    const least = blocks.height(ledger.root())
    const most = smaller(blocks.height() - least, mostRolledBack)
    if (slots < 1n || slots > most) throw new TernError('practice/rollback', { slots, most })
    if (isStanding) await flush()
    recordSlot()
    const last = blocks.slot()
    const parent = blocks.slotAt(blocks.height() - slots)
    const abandoned = blocks.between(parent + 1n, last)
    const accounts = ledger.takeBack(parent)
    ledger.fork(parent, last + 1n, now(), accounts)
    recordAs(unixTimestamp => ({ kind: 'fork', parent, slot: last + 1n, unixTimestamp, accounts }))
    confirmed = smaller(confirmed, parent)
    emit('rollback', { slot: last + 1n, parent, abandoned })
    announce()
    for (const address of accounts.keys()) emitAccount(address)
    await flushRun()
  }

  /** Appends the entry that begins this slot. */
  function recordAs(entry: (unixTimestamp: bigint) => Entry): void {
    const { slot, unixTimestamp, epoch } = ledger.clock()
    storage.append(entry(unixTimestamp))
    recorded = slot
    recordedEpoch = epoch
  }

  /** Transactions run in the order of their arrival, even if a later transaction's signatures are checked first. */
  async function submit(bytes: Uint8Array, options: SubmitOptions = {}): Promise<SubmitResult> {
    const { preflight = 'run', signatures = 'verify' } = options
    const wire = readOrRefuse(bytes)
    if ('kind' in wire) return { accepted: false, refusal: wire }
    const keep = preflight === 'run' ? 'preflight' : 'land'
    if (signatures === 'ignore') return run(wire, keep, signatures)
    const checking = checkSignatures(wire)
    const checked = lastChecked.then(() => checking)
    lastChecked = checked
    return run(wire, keep, await checked)
  }

  async function run(wire: WireTransaction, keep: 'preflight' | 'land', signatures: Signatures): Promise<SubmitResult> {
    // Never build on changes that the disk failed to store. And do not let too many bytes wait for the disk in memory.
    while (isStanding || storage.isBehind()) await flush()
    const landing = ledger.process(wire, keep, signatures)
    if (!landing.landed) {
      const { simulation } = landing
      const refusal = unprocessable(simulation.err) ?? {
        kind: 'transaction' as const,
        signature: wire.signature,
        simulation,
      }
      return { accepted: false, refusal }
    }
    const { record, changes } = landing
    append({ kind: 'transaction', record, changes })
    for (const { address } of changes) emitAccount(address)
    emit('transaction', record)
    await flush()
    sinceSnapshot++
    shorten()
    return { accepted: true, signature: record.signature }
  }

  return {
    ...past,
    genesisHash,
    slotMs: options.slotMs,
    blockHeight: blocks.height,
    clock: ledger.clock,
    latestBlockhash: ledger.latestBlockhash,
    account: ledger.read,
    changedSince: ledger.changedSince,
    accounts: ledger.accounts.entries,
    accountsByOwner: ledger.accounts.byOwner,
    tokenAccountsByOwner: ledger.accounts.byTokenOwner,
    tokenAccountsByMint: ledger.accounts.byMint,
    isBlockhashValid: ledger.isBlockhashValid,
    setAccount,
    submit,
    tick,
    flush,
    epochInfo() {
      const { slot, epoch } = ledger.clock()
      return {
        epoch,
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        absoluteSlot: slot,
        blockHeight: blocks.height(),
        transactionCount: ledger.transactionCount(),
      }
    },
    simulate(bytes, simulateOptions = {}) {
      const wire = readOrRefuse(bytes)
      if ('kind' in wire) return { simulated: false, refusal: wire }
      const result = ledger.simulate(wire, simulateOptions)
      const refusal = unprocessable(result.err)
      return refusal === undefined ? { simulated: true, result } : { simulated: false, refusal }
    },
    async airdrop(address, lamports) {
      const { blockhash } = ledger.latestBlockhash()
      const transfer = faucet.transfer(address, lamports, blockhash, ledger.transactionCount())
      const result = await submit(transfer, { signatures: 'ignore' })
      if (result.accepted) return result.signature
      const { refusal } = result
      const why = refusal.kind === 'transaction' ? JSON.stringify(refusal.simulation.err) : refusal.kind
      throw new TernError('practice/airdropFailed', { why })
    },
    feeForMessage(bytes) {
      const message = readWireMessage(bytes)
      return typeof message === 'string' || !ledger.isAlive(message) ? null : offerOf(message).fee
    },
    rollback,
    travel,
    on,
    async close() {
      clearInterval(timer)
      isClosing = true
      await lastChecked
      try {
        if (!isStanding) await writeSnapshot()
      } finally {
        await storage.close()
      }
    },
  }
}

function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
