import { createHash, randomBytes } from 'node:crypto'
import {
  type Address,
  clockSysvar,
  encodeBase58,
  recentBlockhashesSysvar,
  systemProgram,
  TernError,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { effectsProgram } from '../effects/effectsProgram.ts'
import { simulatedPrograms } from '../programs/simulatedPrograms.ts'
import type {
  AccountContent,
  Bank,
  BankEvents,
  Block,
  ConfirmationStatus,
  Refusal,
  SubmitOptions,
  SubmitResult,
  TransactionRecord,
} from './bank.ts'
import { type Entry, outcomeSize } from './entry.ts'
import { createFaucet } from './faucet.ts'
import { offerOf } from './fee.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { memoOf } from './memo.ts'
import { readPrograms, readRecordedAccounts } from './recordedFiles.ts'
import type { ChainState } from './snapshot.ts'
import { createMemoryStorage, openStorage, type Storage } from './storage.ts'
import { largestWire, readWire, readWireMessage, type WireTransaction } from './wire.ts'

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
  /** How many transactions can still be asked for; 10,000 unless given. */
  readonly historyLimit?: number
  /** Journalled transactions before the next snapshot; 10,000 unless given. */
  readonly snapshotEvery?: number
}

const faucetLamports = 500_000_000n * 1_000_000_000n
const token2022NativeMint = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' as Address
const slotHashesSysvar = 'SysvarS1otHashes111111111111111111111111111' as Address
const slotsToFinality = 31n
/** How far ahead slots are said to be in use, so that a chain that was killed never shows one twice. */
const reservation = 150n
const timesKept = 20_000

/**
 * Opens a chain, or begins one.
 * @throws TernError `practice/chainDamaged`, `practice/diverged`, `practice/recordedAccount`.
 */
export async function createBank(options: BankOptions): Promise<Bank> {
  const storage = options.dataDir === undefined ? createMemoryStorage() : await openStorage(options.dataDir)
  const found = storage.found?.state
  const genesisHash = found?.genesisHash ?? options.genesisHash ?? encodeBase58(randomBytes(32))
  const slotsPerEpoch = found?.slotsPerEpoch ?? options.slotsPerEpoch ?? 432_000n
  const binaries = new Map(options.programsDir === undefined ? [] : readPrograms(options.programsDir))
  const programs = new Map(simulatedPrograms.map(program => [program.address, program] as const))
  for (const id of binaries.keys()) programs.delete(id)
  for (const id of programs.keys()) binaries.set(id, effectsProgram)
  const historyLimit = options.historyLimit ?? 10_000
  const ledger = createLedger({ genesisHash, slotsPerEpoch, historyLimit, programs, binaries })
  const faucet = createFaucet(genesisHash)
  const seconds = () => BigInt(Math.floor(options.now() / 1_000))
  let reservedSlot = 0n
  if (storage.found === undefined) begin(ledger, options, faucet.address, seconds())
  else reservedSlot = restore(ledger, storage.found)

  const times = new Map<bigint, bigint>()
  const listeners = new Map<keyof BankEvents, Set<(value: never) => void>>()
  let recordedSlot = ledger.slot()
  let sinceSnapshot = 0
  let snapshotting: Promise<void> = Promise.resolve()
  let isClosing = false
  const first = storage.found === undefined ? ledger.slot() : beginSlot(larger(reservedSlot, ledger.slot()) + 1n)
  let confirmed = first - 1n
  if (options.snapshotsDir !== undefined)
    for (const [address, content] of readRecordedAccounts(options.snapshotsDir))
      if (ledger.accounts.get(address) === undefined) setAccount(address, content)
  times.set(first, ledger.clock().unixTimestamp)
  await writeSnapshot()
  const timer = options.slotMs > 0 ? setInterval(tick, options.slotMs) : undefined
  timer?.unref()

  function state(): ChainState {
    const { slot, unixTimestamp } = ledger.clock()
    reservedSlot = isClosing ? slot : slot + reservation
    return {
      genesisHash,
      slotsPerEpoch,
      slot,
      unixTimestamp,
      reservedSlot,
      transactionCount: ledger.transactionCount(),
      accounts: ledger.accounts.entries(),
      statuses: ledger.statuses.entries(),
      records: ledger.history.all(),
    }
  }

  function writeSnapshot(): Promise<void> {
    sinceSnapshot = 0
    snapshotting = snapshotting.then(() => storage.writeSnapshot(state))
    return snapshotting
  }

  function emit<E extends keyof BankEvents>(event: E, value: BankEvents[E]): void {
    for (const listener of listeners.get(event) ?? []) (listener as (value: BankEvents[E]) => void)(value)
  }

  function emitAccount(address: Address): void {
    if (listeners.has('account')) emit('account', { address, account: ledger.read(address), slot: ledger.slot() })
  }

  /** Entries are of the slot that the last slot entry named. */
  function append(entry: Entry): void {
    const { slot, unixTimestamp } = ledger.clock()
    if (recordedSlot !== slot) storage.append({ kind: 'slot', slot, unixTimestamp })
    recordedSlot = slot
    storage.append(entry)
  }

  function setAccount(address: Address, content: AccountContent): void {
    ledger.setAccount(address, content)
    append({ kind: 'account', address, content })
    emitAccount(address)
  }

  function beginSlot(slot: bigint): bigint {
    const { unixTimestamp } = ledger.clock()
    const now = seconds()
    ledger.beginSlot(slot, now > unixTimestamp ? now : unixTimestamp)
    return slot
  }

  async function tick(): Promise<void> {
    const over = ledger.slot()
    const slot = beginSlot(over + 1n)
    times.set(slot, ledger.clock().unixTimestamp)
    const [oldest] = times.keys()
    if (times.size > timesKept && oldest !== undefined) times.delete(oldest)
    if (slot + reservation / 2n > reservedSlot) {
      reservedSlot = slot + reservation
      storage.append({ kind: 'reserved', slot: reservedSlot })
    }
    emit('slot', { slot, parent: over, root: rootOf(slot) })
    for (const sysvar of [clockSysvar, slotHashesSysvar, recentBlockhashesSysvar]) emitAccount(sysvar)
    await storage.flush()
    confirmed = larger(over, confirmed)
    const finished = blockOf(over)
    if (finished !== null) emit('block', finished)
  }

  function blockOf(slot: bigint): Block | null {
    const transactions = ledger.history.inSlot(slot)
    const blockTimeSeconds = times.get(slot) ?? transactions[0]?.blockTimeSeconds
    if (slot > confirmed || slot < ledger.history.completeFrom() || blockTimeSeconds === undefined) return null
    return {
      slot,
      parentSlot: slot - 1n,
      blockHeight: slot,
      blockhash: encodeBase58(ledger.blockhashOf(slot)),
      previousBlockhash: encodeBase58(ledger.blockhashOf(slot - 1n)),
      blockTimeSeconds,
      transactions,
    }
  }

  async function submit(bytes: Uint8Array, { preflight = 'run' }: SubmitOptions = {}): Promise<SubmitResult> {
    const wire = readOrRefuse(bytes)
    if ('kind' in wire) return { accepted: false, refusal: wire }
    const landing = ledger.process(wire, preflight === 'run' ? 'preflight' : 'land')
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
    append({ kind: 'transaction', outcome: outcomeOf(record), wire: record.wire })
    for (const { address } of changes) emitAccount(address)
    emit('transaction', record)
    await storage.flush()
    sinceSnapshot++
    if (sinceSnapshot >= (options.snapshotEvery ?? 10_000)) void writeSnapshot()
    return { accepted: true, signature: record.signature }
  }

  const confirmationOf = (slot: bigint): ConfirmationStatus =>
    slot > confirmed ? 'processed' : slot + slotsToFinality > confirmed ? 'confirmed' : 'finalized'

  return {
    genesisHash,
    slotMs: options.slotMs,
    slot: ledger.slot,
    blockHeight: ledger.slot,
    clock: ledger.clock,
    latestBlockhash: ledger.latestBlockhash,
    account: ledger.read,
    accountsByOwner: ledger.accounts.byOwner,
    tokenAccountsByOwner: ledger.accounts.byTokenOwner,
    tokenAccountsByMint: ledger.accounts.byMint,
    isBlockhashValid: blockhash => ledger.heightOf(blockhash) !== undefined,
    setAccount,
    submit,
    tick,
    flush: storage.flush,
    block: blockOf,
    epochInfo() {
      const { slot, epoch } = ledger.clock()
      return {
        epoch,
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        absoluteSlot: slot,
        blockHeight: slot,
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
      const result = await submit(faucet.transfer(address, lamports, blockhash, ledger.transactionCount()))
      if (result.accepted) return result.signature
      const { refusal } = result
      const why = refusal.kind === 'transaction' ? JSON.stringify(refusal.simulation.err) : refusal.kind
      throw new TernError('practice/airdropFailed', { why })
    },
    feeForMessage(bytes) {
      const message = readWireMessage(bytes)
      return typeof message === 'string' || ledger.heightOf(message.blockhash) === undefined
        ? null
        : offerOf(message).fee
    },
    status(signature) {
      const record = ledger.history.get(signature)
      if (record === undefined) return null
      return { slot: record.slot, err: record.err, confirmationStatus: confirmationOf(record.slot) }
    },
    transaction: signature => ledger.history.get(signature) ?? null,
    signaturesFor(address, { before, until, limit = 1_000 } = {}) {
      const records = ledger.history.of(address)
      const end = before === undefined ? records.length : records.findIndex(({ signature }) => signature === before)
      const start = until === undefined ? -1 : records.findIndex(({ signature }) => signature === until)
      const entries = []
      for (let i = end - 1; i > start && entries.length < limit; i--) {
        const record = records[i]
        if (record === undefined) break
        const { signature, slot, err, blockTimeSeconds, wire } = record
        const confirmationStatus = confirmationOf(slot)
        entries.push({ signature, slot, err, blockTimeSeconds, memo: memoOf(wire), confirmationStatus })
      }
      return entries
    },
    firstAvailableBlock() {
      const [oldest = first] = times.keys()
      return [...ledger.history.all()].reduce((least, { slot }) => (slot < least ? slot : least), oldest)
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener as (value: never) => void))
      return () => {
        set.delete(listener as (value: never) => void)
      }
    },
    async close() {
      clearInterval(timer)
      isClosing = true
      await writeSnapshot()
      await storage.close()
    },
  }
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const rootOf = (slot: bigint): bigint => (slot > slotsToFinality ? slot - slotsToFinality - 1n : 0n)

/** A new chain: the native mints, the faucet and what the caller brings. */
function begin(ledger: Ledger, { genesis = [] }: BankOptions, faucet: Address, unixTimestamp: bigint): void {
  ledger.beginSlot(1n, unixTimestamp)
  const given = new Map(genesis)
  for (const [mint, owner] of [
    [wrappedNativeMint, tokenProgram],
    [token2022NativeMint, token2022Program],
  ] as const) {
    const account = ledger.read(mint)
    if (account?.owner === owner && !given.has(mint)) given.set(mint, account)
  }
  given.set(faucet, {
    owner: systemProgram,
    lamports: faucetLamports,
    executable: false,
    data: new Uint8Array(),
  })
  for (const [address, content] of given) ledger.setAccount(address, content)
}

/** The chain as it was: its snapshot, and everything after it once more. Returns the last slot that may have been seen. */
function restore(ledger: Ledger, { state, entries }: NonNullable<Storage['found']>): bigint {
  for (const [address, account] of state.accounts) ledger.restore(address, account)
  for (const record of state.records) ledger.history.add(record)
  for (const [hash, slot] of state.statuses) ledger.statuses.restore(hash, slot)
  ledger.restoreCount(state.transactionCount)
  ledger.beginSlot(state.slot, state.unixTimestamp)
  let { reservedSlot } = state
  for (const entry of entries) {
    if (entry.kind === 'slot') ledger.beginSlot(entry.slot, entry.unixTimestamp)
    else if (entry.kind === 'account') ledger.setAccount(entry.address, entry.content)
    else if (entry.kind === 'reserved') reservedSlot = entry.slot
    else replay(ledger, entry)
  }
  return reservedSlot
}

function replay(ledger: Ledger, { wire, outcome }: Extract<Entry, { kind: 'transaction' }>): void {
  const read = readWire(wire)
  const record = typeof read === 'string' ? undefined : ledger.replay(read)
  if (record !== undefined && Buffer.compare(outcomeOf(record), outcome) === 0) return
  const signature = typeof read === 'string' ? '' : read.signature
  throw new TernError('practice/diverged', { signature, slot: ledger.slot() })
}

/** A checksum of what came of a transaction. */
function outcomeOf({ err, fee, postBalances, postTokenBalances, computeUnitsConsumed }: TransactionRecord): Uint8Array {
  const tokens = postTokenBalances.map(({ accountIndex, amount }) => `${accountIndex}:${amount}`)
  const text = [JSON.stringify(err), fee, computeUnitsConsumed, ...postBalances, ...tokens].join(' ')
  return createHash('sha256').update(text).digest().subarray(0, outcomeSize)
}

function readOrRefuse(bytes: Uint8Array): WireTransaction | Exclude<Refusal, { kind: 'transaction' }> {
  if (bytes.length > largestWire) return { kind: 'oversize', bytes: bytes.length }
  const wire = readWire(bytes.slice())
  return typeof wire === 'string' ? { kind: 'malformed', why: wire } : wire
}

/** Errors that a node names before it simulates anything. */
function unprocessable(err: unknown): Exclude<Refusal, { kind: 'transaction' }> | undefined {
  if (err === 'SignatureFailure') return { kind: 'signature' }
  if (err === 'SanitizeFailure') return { kind: 'malformed', why: 'Transaction failed to sanitize accounts offsets correctly' }
  return undefined
}
