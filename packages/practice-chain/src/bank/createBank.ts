import { randomBytes } from 'node:crypto'
import { type Address, clockSysvar, encodeBase58, recentBlockhashesSysvar, slotHashesSysvar } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
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

/** Where a bank is kept, and its time. */
export interface BankOptions {
  /** Where the chain is kept; without it, it is gone with the process. */
  readonly dataDir?: string
  /** Between two slots; 0: only `tick` begins one. */
  readonly slotMs: number
  /** Milliseconds since 1970. The chain's clock never goes back, whatever this says. */
  readonly now: () => number
  /** What a new chain begins with. */
  readonly genesis?: Iterable<readonly [Address, AccountContent]>
  /** Base58 of 32 bytes, for a new chain; random unless given. */
  readonly genesisHash?: string
  /** Real program binaries, `<program id>.so`; each takes the place of the simulated program. */
  readonly programsDir?: string
  /** Recorded accounts, JSON; those that the chain does not have yet are put there. */
  readonly snapshotsDir?: string
  /** For a new chain; 432,000 unless given. */
  readonly slotsPerEpoch?: bigint
  /** How many transactions can still be asked for; of one payer half as many. 10,000 unless given. */
  readonly historyLimit?: number
  /** How much memory those may take, bytes; of one payer half as much. 128 MiB unless given. */
  readonly historyBytes?: number
  /** Bytes that the data of all accounts may come to, large ones to half; what would make it more is refused. 512 MiB unless given. */
  readonly accountBytes?: number
  /** The same of what the blocks that are not final have changed, as it was before; only large changes are refused. 256 MiB unless given. */
  readonly undoBytes?: number
  /** Journalled transactions before the next snapshot; when the journal has outgrown the last one unless given. */
  readonly snapshotEvery?: number
  /** A new chain begins so long before `now`, and stays behind by as much until it travels. */
  readonly beganSecondsAgo?: number
  /** Told once when the disk does not take the journal: time stands still then, and whoever submits is told so. */
  readonly onFault?: (error: unknown) => void
  /** Hears in one line that the journal is damaged, and how much of it is left out. */
  readonly onNotice?: (notice: string) => void
}

const mostRolledBack = 31n
const msOfSlot = 400n
/** Clients take slots and times for numbers. */
const mostInNumber = BigInt(Number.MAX_SAFE_INTEGER)
/** How far ahead slots are said to be in use, so that a chain that was killed never shows one twice. */
const reservation = 150n

/**
 * Opens a chain, or begins one.
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
  /** How far the chain's clock is ahead of the machine's. */
  let aheadMs = -BigInt(Math.round(1_000 * (options.beganSecondsAgo ?? 0)))
  const unixMs = () => BigInt(Math.floor(options.now())) + aheadMs
  const seconds = () => unixMs() / 1_000n
  /** The time of a slot that begins behind others that were skipped or taken back. */
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
  /** The first slot of the newest run of blocks that the disk knows. */
  let durableRun = runOf(blocks)
  const timer = options.slotMs > 0 ? setInterval(() => tick().catch(() => undefined), options.slotMs) : undefined
  timer?.unref()

  /** Begins `slot` in a chain that is opened again. Slots that were reserved and not used have no blocks. */
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

  /** Begins another snapshot when the journal is too long. */
  function shorten(): void {
    const isDue = options.snapshotEvery === undefined ? storage.isOutgrown() : sinceSnapshot >= options.snapshotEvery
    if (!isDue || isSnapshotting) return
    isSnapshotting = true
    const done = () => {
      isSnapshotting = false
    }
    // A disk that does not take it does not take the journal either, and that is told to whoever submits.
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

  /** Entries are of the slot that the last slot entry named. */
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

  /** A replay would else take the time of a later slot for that of the epoch's first. */
  function recordEpoch(): void {
    if (ledger.clock().epoch !== recordedEpoch) recordSlot()
  }

  function setAccount(address: Address, content: AccountContent): void {
    ledger.setAccount(address, content)
    append({ kind: 'account', address, content })
    emitAccount(address)
  }

  /**
   * Notes the newest slot, which takes the place of the one noted before. A run of blocks that the disk does not know yet would take away
   * the confirmed blocks of the run before.
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

  /** Tells of the slot that has begun. */
  function announce(): void {
    const slot = blocks.slot()
    noteSlot()
    recordEpoch()
    if (slot + reservation / 2n > reservedSlot) reserve(slot)
    emit('slot', { slot, parent: blocks.parent(slot), root: past.slot('finalized') })
    for (const sysvar of [clockSysvar, slotHashesSysvar, recentBlockhashesSysvar]) emitAccount(sysvar)
  }

  /** Confirms a slot that is over once the disk has it, unless the slot has been abandoned by then. */
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
   * Begins the next slot at its time by the pace, so that a start after a kill knows it too. If the machine's clock is too far from
   * that, another pace begins, which the journal tells.
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

  /** The entry that begins this slot. */
  function recordAs(entry: (unixTimestamp: bigint) => Entry): void {
    const { slot, unixTimestamp, epoch } = ledger.clock()
    storage.append(entry(unixTimestamp))
    recorded = slot
    recordedEpoch = epoch
  }

  /** Transactions run in the order in which they came, whichever is checked first. */
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
    // What a disk does not keep must not be built upon, and what it has not taken yet has to lie somewhere.
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
