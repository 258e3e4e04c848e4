import {
  type AccountSnapshot,
  type Address,
  addressBytes,
  type Clock,
  clockSysvar,
  systemProgram,
  upgradeableLoader,
} from '@tern/core'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { type AccountStore, createAccountStore } from './accountStore.ts'
import type { AccountContent, SimulateOptions, SimulationResult, TransactionRecord } from './bank.ts'
import { type Blocks, createBlocks, lastValidBlockHeight } from './blocks.ts'
import { type BlockTimes, createBlockTimes } from './blockTimes.ts'
import { clockData } from './clockData.ts'
import { costUnits } from './cost.ts'
import { type Change, execute, type Moment, nothingRun, type Outcome, type Prepared, prepare } from './execution.ts'
import { createHistory, type History, type HistoryLimit } from './history.ts'
import { isStanding } from './loadFailure.ts'
import { durableNonce, isNonceAccount, usableNonceAccount, withNonce } from './nonce.ts'
import { overfull, type RoomLimit } from './room.ts'
import { simulation, told } from './simulation.ts'
import type { ChainState } from './snapshot.ts'
import { createStatusCache, type StatusCache } from './statusCache.ts'
import { tokenBalances } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'
import { createUndo, type Earlier } from './undo.ts'
import { createVirtualMachine, type Signatures, type VirtualMachine } from './virtualMachine.ts'
import { readWire, type WireMessage, type WireTransaction, withBlockhash } from './wire.ts'

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

type Landing =
  | { readonly landed: true; readonly record: TransactionRecord; readonly changes: readonly Change[] }
  | { readonly landed: false; readonly simulation: SimulationResult }

/**
 * The state of the chain and its changes.
 * Every operation is synchronous, and its result depends only on the state and its arguments.
 */
export interface Ledger {
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
  latestBlockhash(): { readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  isBlockhashValid(blockhash: string): boolean
  /** Reports if the message's blockhash or nonce allows it to land now. */
  isAlive(message: WireMessage): boolean
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
  fork(parent: bigint, slot: bigint, unixTimestamp: bigint, earlier: Earlier): void
  /** Makes everything so far final. */
  settle(): void
  /** The current account, or its state at the end of a slot that is not older than the root. */
  read(address: Address, slot?: bigint): AccountSnapshot | null
  /** The accounts that changed since the end of a slot that is not older than the root. */
  changedSince(slot: bigint): ReadonlySet<Address>
  setAccount(address: Address, content: AccountContent): void
  /**
   * `preflight` lands only a success, `land` also a failure. `signatures` is `ignore` if they are known to be valid.
   */
  process(wire: WireTransaction, keep: 'preflight' | 'land', signatures: Signatures): Landing
  /** Lands a journalled transaction again with its known changes. Nothing runs. */
  relive(record: TransactionRecord, changes: readonly Change[]): void
  simulate(wire: WireTransaction, options: SimulateOptions): SimulationResult
  /** Restores an account from a snapshot. */
  restore(address: Address, account: AccountSnapshot): void
  restoreCount(transactions: bigint): void
  /** Restores the slots that have blocks, and begins `slot` without ending another. */
  restoreSlot(
    state: Pick<ChainState, 'slot' | 'unixTimestamp' | 'epochStartTimestamp' | 'runs' | 'times' | 'pace'>,
  ): void
}

/** Programs and their code. The machine loads a program when its account is set, not when it is called. */
const isCode = (account: AccountContent | null | undefined): boolean =>
  account != null && (account.executable || account.owner === upgradeableLoader)
const gone: AccountContent = { owner: systemProgram, lamports: 0n, executable: false, data: new Uint8Array() }

export function createLedger(options: LedgerOptions): Ledger {
  const { slotsPerEpoch, programs } = options
  let vm = newMachine()
  const blocks = createBlocks(addressBytes(options.genesisHash))
  const accounts = createAccountStore()
  const history = createHistory(options.historyLimit)
  const statuses = createStatusCache()
  const undo = createUndo()
  const times = createBlockTimes()
  /** A cache of the machine's initial programs and their code: they never change, and some are large. */
  const executables = new Map<Address, AccountSnapshot>()
  let clock: Clock = { slot: 0n, unixTimestamp: 0n, epoch: -1n }
  /** The Clock sysvar's data by slot, for the slots since the root. */
  const clocks = new Map<bigint, Uint8Array>()
  let epochStartTimestamp = 0n
  let root = 0n
  let transactionCount = 0n
  let inSlot = 0

  function newMachine(): VirtualMachine {
    const machine = createVirtualMachine(slotsPerEpoch)
    for (const [id, elf] of options.binaries) machine.addProgram(id, elf)
    return machine
  }

  function read(address: Address): AccountSnapshot | null {
    const found = accounts.get(address) ?? executables.get(address)
    if (found !== undefined) return found
    const content = vm.account(address)
    if (content === null) return null
    const snapshot = { ...content, slot: clock.slot }
    if (isCode(content)) executables.set(address, snapshot)
    return snapshot
  }

  /** Reads an account, and makes sure that the machine holds it for the next run. */
  function bring(address: Address): AccountSnapshot | null {
    vm.bring(address)
    return read(address)
  }

  const moment = (): Moment => ({ vm, programs, clock, latestBlockhash: blocks.latest() })

  function apply({ address, content }: Change, before: AccountSnapshot | null): void {
    undo.note(address, before)
    accounts.set(address, content === null ? null : { ...content, slot: clock.slot })
  }

  const isBlockhashValid = (blockhash: string) => blocks.heightOf(blockhash) !== undefined
  const nonceAccountOf = (message: WireMessage) => usableNonceAccount(message, read, durableNonce(blocks.latest()))

  /** Returns the reason to refuse the transaction, or the nonce account that it uses. */
  function admit({ message }: WireTransaction): { refusal?: TransactionError; nonceAccount?: Address } {
    const nonceAccount = isBlockhashValid(message.blockhash) ? undefined : nonceAccountOf(message)
    if (nonceAccount === undefined && !isBlockhashValid(message.blockhash)) return { refusal: 'BlockhashNotFound' }
    if (statuses.has(message.bytes)) return { refusal: 'AlreadyProcessed' }
    return nonceAccount === undefined ? {} : { nonceAccount }
  }

  /** An error in the transaction itself takes precedence over the chain's refusal. */
  function foremost(wire: WireTransaction, signatures: Signatures, refusal: TransactionError): TransactionError {
    const { err } = vm.simulate(wire.bytes, signatures)
    return isStanding(err) ? err : refusal
  }

  function land(prepared: Prepared, { run, changes }: Outcome, nonceAccount: Address | undefined): Landing {
    const { wire } = prepared
    const all = new Map(changes.map(change => [change.address, change]))
    if (run.err !== null && nonceAccount !== undefined) {
      const change = advanced(nonceAccount, all.get(nonceAccount)?.content ?? read(nonceAccount))
      if (change !== undefined) all.set(nonceAccount, change)
    }
    const landed = [...all.values()]
    const isCodeTouched = touchesCode(landed)
    for (const change of landed) apply(change, prepared.before.get(change.address) ?? null)
    if (isCodeTouched) reload(prepared.accounts)
    statuses.add(wire.message.bytes, clock.slot)
    transactionCount++
    const after = (address: Address): AccountSnapshot | null => {
      const was = prepared.before.get(address)
      return was === undefined || all.has(address) ? read(address) : was
    }
    const record: TransactionRecord = {
      ...told(prepared, run),
      signature: wire.signature,
      slot: clock.slot,
      index: inSlot++,
      blockTimeSeconds: clock.unixTimestamp,
      wire: wire.bytes,
      version: wire.message.version,
      computeUnitsConsumed: run.unitsConsumed,
      costUnits: costUnits(prepared, run),
      computeUnitPrice: prepared.offer.computeUnitPrice,
      writable: prepared.writable,
      postBalances: prepared.accounts.map(address => after(address)?.lamports ?? 0n),
      postTokenBalances: tokenBalances(prepared.accounts, after),
    }
    history.add(record)
    return { landed: true, record, changes: landed }
  }

  /** A durable nonce advances even if its transaction fails, so that the transaction cannot be sent twice. */
  function advanced(address: Address, content: AccountContent | null): Change | undefined {
    if (content === null || !isNonceAccount(content)) return undefined
    const data = withNonce(content.data, durableNonce(blocks.latest()))
    const change = { address, content: { ...content, data } }
    vm.setAccount(address, change.content)
    return change
  }

  function process(wire: WireTransaction, keep: 'preflight' | 'land', signatures: Signatures): Landing {
    const prepared = prepare(wire, bring)
    const { refusal, nonceAccount } = admit(wire)
    if (refusal !== undefined)
      return { landed: false, simulation: refused(prepared, foremost(wire, signatures, refusal)) }
    const outcome = execute(prepared, moment(), keep, signatures)
    if (!outcome.landed) return { landed: false, simulation: simulated(prepared, outcome, []) }
    const why = overfull(outcome.changes, prepared.before, { accounts, undo }, options.roomLimit)
    if (why === undefined) return land(prepared, outcome, nonceAccount)
    for (const { address } of outcome.changes) vm.setAccount(address, prepared.before.get(address) ?? gone)
    return { landed: false, simulation: refused(prepared, why) }
  }

  function put(address: Address, content: AccountContent): void {
    if (isCode(content) || isCode(accounts.get(address))) vm.setAccount(address, content)
    else vm.keep(address, content)
  }

  const touchesCode = (changes: readonly Change[]): boolean =>
    changes.some(({ address, content }) => isCode(content) || isCode(accounts.get(address)))

  /**
   * Sets programs again: the machine loads a program when its account is set, from another account that holds its code.
   */
  function reload(addresses: Iterable<Address>): void {
    for (const address of addresses) {
      const account = accounts.get(address)
      if (account?.executable) put(address, account)
    }
  }

  /** The programs whose code this account holds. */
  function* programsWith(code: Address): Iterable<Address> {
    const bytes = [{ offset: 4, bytes: addressBytes(code) }]
    for (const [address] of accounts.byOwner(upgradeableLoader, { dataSize: 36, bytes })) yield address
  }

  function relive(record: TransactionRecord, changes: readonly Change[]): void {
    const isCodeTouched = touchesCode(changes)
    for (const change of changes) {
      const before = read(change.address)
      put(change.address, change.content ?? gone)
      apply(change, before)
    }
    if (isCodeTouched) reload(record.accounts)
    const wire = readWire(record.wire)
    if (typeof wire !== 'string') statuses.add(wire.message.bytes, clock.slot)
    transactionCount++
    inSlot = record.index + 1
    history.add(record)
  }

  const simulated = (prepared: Prepared, outcome: Pick<Outcome, 'run' | 'changes'>, wanted: readonly Address[]) =>
    simulation(prepared, outcome, wanted, read, clock.slot)

  function refused(prepared: Prepared, err: TransactionError, wanted: readonly Address[] = []): SimulationResult {
    return simulated(prepared, { run: nothingRun(err), changes: [] }, wanted)
  }

  function latestBlockhash() {
    return { blockhash: blocks.latest(), lastValidBlockHeight: lastValidBlockHeight(blocks.height() - 1n) }
  }

  /** Raises the root. It never falls: a final block stays final even if later blocks are abandoned. */
  function raiseRoot(): void {
    const height = blocks.height() - blocksToRoot
    if (height > blocks.height(root)) root = blocks.slotAt(height)
    undo.settle(root)
    for (const slot of clocks.keys()) if (slot < root) clocks.delete(slot)
  }

  /** Sets the clock and the sysvars for the newest slot of `blocks`. */
  function startClock(unixTimestamp: bigint): void {
    const slot = blocks.slot()
    const epoch = slot / slotsPerEpoch
    if (epoch !== clock.epoch) epochStartTimestamp = unixTimestamp
    clock = { slot, unixTimestamp, epoch }
    times.add(slot, unixTimestamp)
    inSlot = history.inSlot(slot).length
    const data = clockData(clock, epochStartTimestamp)
    clocks.set(slot, data)
    vm.setSlot({
      clock: data,
      slotHashes: blocks.slotHashes(),
      recentBlockhashes: blocks.recentBlockhashes(),
    })
  }

  function startSlot(unixTimestamp: bigint): void {
    undo.begin(blocks.slot())
    raiseRoot()
    statuses.prune(blocks.oldestValid(root))
    startClock(unixTimestamp)
  }

  /** LiteSVM never forgets a program. If the undone changes touch code, a new machine takes over. */
  function putBack(earlier: Earlier): void {
    const isCodeTouched = [...earlier].some(([address, account]) => isCode(account) || isCode(accounts.get(address)))
    for (const [address, account] of earlier) {
      accounts.set(address, account)
      if (!isCodeTouched) vm.setAccount(address, account ?? gone)
    }
    if (!isCodeTouched) return
    vm = newMachine()
    executables.clear()
    const programs: Address[] = []
    for (const [address, account] of accounts.entries())
      if (account.executable) programs.push(address)
      else put(address, account)
    reload(programs)
  }

  return {
    accounts,
    history,
    statuses,
    blocks,
    clock: () => clock,
    epochStartTimestamp: () => epochStartTimestamp,
    times,
    root: () => root,
    transactionCount: () => transactionCount,
    latestBlockhash,
    isBlockhashValid,
    isAlive: message => isBlockhashValid(message.blockhash) || nonceAccountOf(message) !== undefined,
    read(address, slot) {
      const now = read(address)
      if (slot === undefined) return now
      const data = address === clockSysvar ? clocks.get(slot) : undefined
      if (now !== null && data !== undefined) return { ...now, data, slot }
      const earlier = undo.earlier(address, slot)
      return earlier === undefined ? now : earlier
    },
    changedSince: undo.changedSince,
    process,
    relive,
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
    fork(parent, slot, unixTimestamp, earlier) {
      times.setPace(undefined)
      putBack(earlier)
      history.abandon(parent)
      transactionCount -= statuses.abandon(parent)
      blocks.fork(parent, slot)
      // An epoch whose first block is abandoned begins again.
      clock = { ...clock, epoch: parent / slotsPerEpoch }
      undo.takeBack(parent)
      startSlot(unixTimestamp)
    },
    settle() {
      root = blocks.parent(blocks.slot())
      undo.settle(blocks.slot())
      undo.begin(blocks.slot())
    },
    setAccount(address, content) {
      const before = read(address)
      // A copy, because the bytes belong to the caller.
      const kept = { ...content, data: new Uint8Array(content.data) }
      put(address, kept)
      apply({ address, content: content.lamports === 0n ? null : kept }, before)
      if (isCode(kept)) reload(programsWith(address))
    },
    simulate(wire, { signatures = 'ignore', blockhash = 'check', accounts: wanted = [] }) {
      const replacement = blockhash === 'replace' ? latestBlockhash() : null
      const asked = replacement === null ? wire : withBlockhash(wire, replacement.blockhash)
      const prepared = prepare(asked, bring)
      const checked = replacement === null ? signatures : 'ignore'
      const { refusal } = admit(asked)
      if (refusal !== undefined) return refused(prepared, foremost(asked, checked, refusal), wanted)
      const outcome = execute(prepared, moment(), 'simulate', checked)
      return { ...simulated(prepared, outcome, wanted), replacementBlockhash: replacement }
    },
    restore(address, account) {
      put(address, account)
      accounts.set(address, account)
    },
    restoreCount(transactions) {
      transactionCount = transactions
    },
    restoreSlot(state) {
      blocks.restore(state.runs, state.slot)
      for (const [slot, unixTimestamp] of state.times) times.add(slot, unixTimestamp)
      times.setPace(state.pace)
      epochStartTimestamp = state.epochStartTimestamp
      clock = { ...clock, epoch: state.slot / slotsPerEpoch }
      startSlot(state.unixTimestamp)
    },
  }
}
