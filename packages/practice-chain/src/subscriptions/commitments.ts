import type { AccountSnapshot, Address } from '@tern/core'
import type { Bank, TransactionRecord } from '../bank/bank.ts'
import type { Commitment } from '../methods/params.ts'

interface AccountChange {
  readonly address: Address
  readonly account: AccountSnapshot | null
  /** The slot in which it changed. */
  readonly slot: bigint
}

/** What a subscriber hears about, each at the commitment it asked for. */
interface ChainListener {
  readonly commitment: Commitment
  onAccount?(change: AccountChange): void
  onTransaction?(record: TransactionRecord): void
}

/** What happened in a slot that is still to be told at a later commitment. */
interface Pending {
  readonly accounts: Map<Address, AccountChange>
  readonly transactions: TransactionRecord[]
}

/**
 * The bank's events, told again when their slot reaches each commitment: processed at once, confirmed when the slot is over,
 * finalized when it is the root. At the later two an account that changed several times in a slot is told once, as it ended.
 */
export interface Commitments {
  listen(listener: ChainListener): () => void
}

export function followCommitments(bank: Bank): Commitments {
  const listeners: Readonly<Record<Commitment, Set<ChainListener>>> = {
    processed: new Set(),
    confirmed: new Set(),
    finalized: new Set(),
  }
  /** By slot: a block is told of only once it is on disk, and by then the next slot has begun. */
  const pending = new Map<bigint, Pending>()

  const pendingOf = (slot: bigint): Pending => {
    const found = pending.get(slot)
    if (found !== undefined) return found
    const begun: Pending = { accounts: new Map(), transactions: [] }
    pending.set(slot, begun)
    return begun
  }
  const tell = (commitment: Commitment, { accounts, transactions }: Pending): void => {
    for (const listener of [...listeners[commitment]]) {
      for (const record of transactions) listener.onTransaction?.(record)
      for (const change of accounts.values()) listener.onAccount?.(change)
    }
  }

  bank.on('account', change => {
    pendingOf(change.slot).accounts.set(change.address, change)
    for (const listener of [...listeners.processed]) listener.onAccount?.(change)
  })
  bank.on('transaction', record => {
    pendingOf(record.slot).transactions.push(record)
    for (const listener of [...listeners.processed]) listener.onTransaction?.(record)
  })
  bank.on('block', ({ slot }) => tell('confirmed', pendingOf(slot)))
  bank.on('slot', ({ root }) => {
    for (const [slot, past] of pending) {
      if (slot > root) continue
      pending.delete(slot)
      tell('finalized', past)
    }
  })
  return {
    listen(listener) {
      listeners[listener.commitment].add(listener)
      return () => listeners[listener.commitment].delete(listener)
    },
  }
}
