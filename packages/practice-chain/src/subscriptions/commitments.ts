import type { AccountSnapshot, Address } from '@tern/core'
import type { Bank, TransactionRecord } from '../bank/bank.ts'
import type { Commitment } from '../methods/params.ts'
import { createTopics, type Topics } from './topics.ts'

export interface AccountChange {
  readonly address: Address
  /** `null` if the account was deleted. */
  readonly account: AccountSnapshot | null
  /** The slot of the change. */
  readonly slot: bigint
}

/** The chain's events at a single commitment. */
export interface ChainEvents {
  /** By the account's address. */
  readonly accounts: Topics<Address, AccountChange>
  /** By the owner program. */
  readonly programs: Topics<Address, AccountChange>
  /** By each address that the transaction names, and `all`. */
  readonly transactions: Topics<Address | 'all', TransactionRecord>
  readonly signatures: Topics<string, TransactionRecord>
  /** Slots whose block has reached the commitment. Never sent for `processed`. */
  readonly blocks: Topics<'all', bigint>
}

/**
 * The bank's events, repeated when their slot reaches each commitment.
 * Processed: at once. Confirmed: when the slot is over and on disk. Finalized: when the slot is the root or older.
 * At the later two, an account that changed several times in a slot is reported once, in its last state.
 * A rollback is reported as a change back to listeners that got the abandoned change. Changes not yet reported are
 * dropped.
 */
export type Commitments = Readonly<Record<Commitment, ChainEvents>>

/** The events of a slot that wait for a later commitment. */
interface Pending {
  readonly accounts: Map<Address, AccountChange>
  readonly transactions: TransactionRecord[]
  /** Accounts that a rollback changed back in this slot. */
  readonly restored: Set<Address>
  isConfirmed: boolean
}

const createEvents = (): ChainEvents => ({
  accounts: createTopics(),
  programs: createTopics(),
  transactions: createTopics(),
  signatures: createTopics(),
  blocks: createTopics(),
})

export function followCommitments(bank: Bank): Commitments {
  const commitments = { processed: createEvents(), confirmed: createEvents(), finalized: createEvents() }
  /** By slot. The block event comes only once the block is on disk; by then the next slot has begun. */
  const pending = new Map<bigint, Pending>()
  /**
   * Accounts that the last rollback restores, until the restoration is reported.
   * `reportedBefore` holds the accounts that were reported as confirmed before the rollback.
   */
  let restoring = new Set<Address>()
  let reportedBefore: ReadonlySet<Address> = new Set()
  let root = bank.slot('finalized')

  function pendingOf(slot: bigint): Pending {
    const found = pending.get(slot)
    if (found !== undefined) return found
    const begun = { accounts: new Map(), transactions: [], restored: new Set<Address>(), isConfirmed: false }
    pending.set(slot, begun)
    return begun
  }

  bank.on('account', change => {
    const { accounts, restored } = pendingOf(change.slot)
    accounts.set(change.address, change)
    const isBack = restoring.delete(change.address) && change.account?.slot !== change.slot
    if (isBack) restored.add(change.address)
    else restored.delete(change.address)
    reportAccount(commitments.processed, change)
  })
  bank.on('transaction', record => {
    pendingOf(record.slot).transactions.push(record)
    reportTransaction(commitments.processed, record)
  })
  bank.on('block', ({ slot }) => {
    const past = pendingOf(slot)
    past.isConfirmed = true
    report(commitments.confirmed, past, address => reportedBefore.has(address))
    commitments.confirmed.blocks.report('all', slot)
  })
  bank.on('slot', slot => {
    for (const [over, past] of pending) {
      if (over > slot.root) continue
      pending.delete(over)
      report(commitments.finalized, past, () => false)
    }
    if (slot.root <= root) return
    for (const over of bank.blocks(root + 1n, slot.root)) commitments.finalized.blocks.report('all', over)
    root = slot.root
  })
  bank.on('rollback', ({ abandoned }) => {
    const lost = abandoned.map(slot => pending.get(slot)).filter(past => past !== undefined)
    for (const slot of abandoned) pending.delete(slot)
    restoring = new Set(lost.flatMap(({ accounts }) => [...accounts.keys()]))
    reportedBefore = new Set(lost.filter(past => past.isConfirmed).flatMap(({ accounts }) => [...accounts.keys()]))
  })
  return commitments
}

function report(events: ChainEvents, past: Pending, isRestorationReported: (address: Address) => boolean): void {
  for (const record of past.transactions) reportTransaction(events, record)
  for (const change of past.accounts.values())
    if (!past.restored.has(change.address) || isRestorationReported(change.address)) reportAccount(events, change)
}

function reportAccount({ accounts, programs }: ChainEvents, change: AccountChange): void {
  accounts.report(change.address, change)
  if (change.account !== null) programs.report(change.account.owner, change)
}

function reportTransaction({ transactions, signatures }: ChainEvents, record: TransactionRecord): void {
  signatures.report(record.signature, record)
  if (transactions.isEmpty()) return
  transactions.report('all', record)
  for (const address of new Set(record.accounts)) transactions.report(address, record)
}
