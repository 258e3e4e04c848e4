import type { AccountSnapshot, Address, Clock } from '@tern/core'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import type { AccountStore } from './accountStore.ts'
import type { AccountContent, SimulateOptions, SimulationResult, TransactionRecord } from './bank.ts'
import { type Blocks, lastValidBlockHeight } from './blocks.ts'
import { costUnits } from './cost.ts'
import { type Change, execute, type Moment, nothingRun, type Outcome, type Prepared, prepare } from './execution.ts'
import type { History } from './history.ts'
import { isStanding } from './loadFailure.ts'
import type { MachineAccounts } from './machineAccounts.ts'
import { durableNonce, isNonceAccount, usableNonceAccount, withNonce } from './nonce.ts'
import { overfull, type RoomLimit } from './room.ts'
import { sharedFields, simulation } from './simulation.ts'
import type { StatusCache } from './statusCache.ts'
import { tokenBalances } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'
import type { Undo } from './undo.ts'
import type { Signatures } from './virtualMachine.ts'
import { readWire, type WireMessage, type WireTransaction, withBlockhash } from './wire.ts'

type Landing =
  | { readonly landed: true; readonly record: TransactionRecord; readonly changes: readonly Change[] }
  | { readonly landed: false; readonly simulation: SimulationResult }

/** Admits, runs, lands and simulates transactions. */
export interface TransactionRunner {
  /** The landed transactions of the whole chain. */
  count(): bigint
  restoreCount(transactions: bigint): void
  latestBlockhash(): { readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  isBlockhashValid(blockhash: string): boolean
  /** Reports if the message's blockhash or nonce allows it to land now. */
  isAlive(message: WireMessage): boolean
  /**
   * `preflight` lands only a success, `land` also a failure. `signatures` is `ignore` if they are known to be valid.
   */
  process(wire: WireTransaction, keep: 'preflight' | 'land', signatures: Signatures): Landing
  /** Lands a journalled transaction again with its known changes. Nothing runs. */
  relive(record: TransactionRecord, changes: readonly Change[]): void
  simulate(wire: WireTransaction, options: SimulateOptions): SimulationResult
  /** Continues the numbering of the transactions in `slot`. */
  beginSlot(slot: bigint): void
  /** Forgets the transactions that landed after `parent`. */
  abandon(parent: bigint): void
}

interface Options {
  readonly programs: ReadonlyMap<Address, SimulatedProgram>
  readonly roomLimit: RoomLimit
  readonly machine: MachineAccounts
  readonly accounts: AccountStore
  readonly undo: Undo
  readonly blocks: Blocks
  readonly statuses: StatusCache
  readonly history: History
  readonly clock: () => Clock
}

export function createTransactionRunner(options: Options): TransactionRunner {
  const { programs, machine, accounts, undo, blocks, statuses, history, clock } = options
  const { read } = machine
  let transactionCount = 0n
  let inSlot = 0

  const moment = (): Moment => ({ vm: machine.vm(), programs, clock: clock(), latestBlockhash: blocks.latest() })
  const isBlockhashValid = (blockhash: string) => blocks.heightOf(blockhash) !== undefined
  const nonceAccountOf = (message: WireMessage) => usableNonceAccount(message, read, durableNonce(blocks.latest()))

  function latestBlockhash() {
    return { blockhash: blocks.latest(), lastValidBlockHeight: lastValidBlockHeight(blocks.height() - 1n) }
  }

  /** Returns the reason to refuse the transaction, or the nonce account that it uses. */
  function admit({ message }: WireTransaction): { refusal?: TransactionError; nonceAccount?: Address } {
    const nonceAccount = isBlockhashValid(message.blockhash) ? undefined : nonceAccountOf(message)
    if (nonceAccount === undefined && !isBlockhashValid(message.blockhash)) return { refusal: 'BlockhashNotFound' }
    if (statuses.has(message.bytes)) return { refusal: 'AlreadyProcessed' }
    return nonceAccount === undefined ? {} : { nonceAccount }
  }

  /** An error in the transaction itself takes precedence over the chain's refusal. */
  function foremost(wire: WireTransaction, signatures: Signatures, refusal: TransactionError): TransactionError {
    const { err } = machine.vm().simulate(wire.bytes, signatures)
    return isStanding(err) ? err : refusal
  }

  const simulated = (prepared: Prepared, outcome: Pick<Outcome, 'run' | 'changes'>, wanted: readonly Address[]) =>
    simulation(prepared, outcome, { wanted, read, slot: clock().slot })

  function refused(prepared: Prepared, err: TransactionError, wanted: readonly Address[] = []): SimulationResult {
    return simulated(prepared, { run: nothingRun(err), changes: [] }, wanted)
  }

  /** A durable nonce advances even if its transaction fails, so that the transaction cannot be sent twice. */
  function advanced(address: Address, content: AccountContent | null): Change | undefined {
    if (content === null || !isNonceAccount(content)) return undefined
    const data = withNonce(content.data, durableNonce(blocks.latest()))
    const change = { address, content: { ...content, data } }
    machine.vm().setAccount(address, change.content)
    return change
  }

  function land(prepared: Prepared, { run, changes }: Outcome, nonceAccount: Address | undefined): Landing {
    const { wire, before } = prepared
    const { slot, unixTimestamp } = clock()
    const all = new Map(changes.map(change => [change.address, change]))
    if (run.err !== null && nonceAccount !== undefined) {
      const change = advanced(nonceAccount, all.get(nonceAccount)?.content ?? read(nonceAccount))
      if (change !== undefined) all.set(nonceAccount, change)
    }
    const landed = [...all.values()]
    machine.keep(landed, before, prepared.accounts)
    statuses.add(wire.message.bytes, slot)
    transactionCount++
    const after = (address: Address): AccountSnapshot | null => {
      const was = before.get(address)
      return was === undefined || all.has(address) ? read(address) : was
    }
    const record: TransactionRecord = {
      ...sharedFields(prepared, run),
      signature: wire.signature,
      slot,
      index: inSlot++,
      blockTimeSeconds: unixTimestamp,
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

  return {
    count: () => transactionCount,
    restoreCount(transactions) {
      transactionCount = transactions
    },
    latestBlockhash,
    isBlockhashValid,
    isAlive: message => isBlockhashValid(message.blockhash) || nonceAccountOf(message) !== undefined,
    process(wire, keep, signatures) {
      const prepared = prepare(wire, machine.bring)
      const { refusal, nonceAccount } = admit(wire)
      if (refusal !== undefined)
        return { landed: false, simulation: refused(prepared, foremost(wire, signatures, refusal)) }
      const outcome = execute(prepared, moment(), { keep, signatures })
      if (!outcome.landed) return { landed: false, simulation: simulated(prepared, outcome, []) }
      const why = overfull({ changes: outcome.changes, before: prepared.before }, { accounts, undo }, options.roomLimit)
      if (why === undefined) return land(prepared, outcome, nonceAccount)
      machine.discard(outcome.changes, prepared.before)
      return { landed: false, simulation: refused(prepared, why) }
    },
    relive(record, changes) {
      machine.repeat(changes, record.accounts)
      const wire = readWire(record.wire)
      if (typeof wire !== 'string') statuses.add(wire.message.bytes, clock().slot)
      transactionCount++
      inSlot = record.index + 1
      history.add(record)
    },
    simulate(wire, { signatures = 'ignore', blockhash = 'check', accounts: wanted = [] }) {
      const replacement = blockhash === 'replace' ? latestBlockhash() : null
      const asked = replacement === null ? wire : withBlockhash(wire, replacement.blockhash)
      const prepared = prepare(asked, machine.bring)
      const checked = replacement === null ? signatures : 'ignore'
      const { refusal } = admit(asked)
      if (refusal !== undefined) return refused(prepared, foremost(asked, checked, refusal), wanted)
      const outcome = execute(prepared, moment(), { keep: 'simulate', signatures: checked })
      return { ...simulated(prepared, outcome, wanted), replacementBlockhash: replacement }
    },
    beginSlot(slot) {
      inSlot = history.inSlot(slot).length
    },
    abandon(parent) {
      history.abandon(parent)
      transactionCount -= statuses.abandon(parent)
    },
  }
}
