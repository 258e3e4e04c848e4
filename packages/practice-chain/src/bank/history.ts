import type { Address } from '@tern/core'
import type { TransactionRecord } from './bank.ts'

/** The landed transactions. Only the newest are kept. */
export interface History {
  add(record: TransactionRecord): void
  get(signature: string): TransactionRecord | undefined
  /** Forgets the transactions that landed after `slot`. */
  abandon(slot: bigint): void
  /** Oldest first. */
  inSlot(slot: bigint): readonly TransactionRecord[]
  /** Oldest first. */
  of(address: Address): readonly TransactionRecord[]
  /** Oldest first. */
  all(): Iterable<TransactionRecord>
  /** The first slot from which every transaction is kept. */
  completeFrom(): bigint
  /** Restores `completeFrom` from a snapshot. */
  restoreCompleteFrom(slot: bigint): void
}

/** The limits: a number of transactions, and their bytes in memory. */
export interface HistoryLimit {
  readonly transactions: number
  readonly bytes: number
}

/** The transactions of a single payer. */
interface Paid {
  /** With the size of each, in bytes. */
  readonly records: Map<TransactionRecord, number>
  bytes: number
}

/** The transactions that name an address, oldest first. Some of them may be forgotten already. */
interface Naming {
  records: TransactionRecord[]
  forgotten: number
}

/** Up to this many forgotten transactions stay in a list. */
const fewForgotten = 32

/**
 * Keeps the newest transactions. A payer gets at most half of the room, so a busy payer never displaces everyone else.
 */
export function createHistory(limit: HistoryLimit): History {
  const bySignature = new Map<string, TransactionRecord>()
  const bySlot = new Map<bigint, TransactionRecord[]>()
  const byAddress = new Map<Address, Naming>()
  const byPayer = new Map<Address, Paid>()
  let bytes = 0
  let complete = 0n

  function paidBy(payer: Address): Paid {
    const found = byPayer.get(payer) ?? { records: new Map(), bytes: 0 }
    byPayer.set(payer, found)
    return found
  }

  const isKept = (record: TransactionRecord) => bySignature.get(record.signature) === record

  function forgetOldest(of: Iterable<TransactionRecord>): void {
    const [oldest] = of
    if (oldest === undefined) return
    if (oldest.slot >= complete) complete = oldest.slot + 1n
    drop(oldest)
  }

  function drop(record: TransactionRecord): void {
    bySignature.delete(record.signature)
    bySlot.delete(record.slot)
    const paid = paidBy(payerOf(record))
    const size = paid.records.get(record) ?? 0
    bytes -= size
    paid.bytes -= size
    paid.records.delete(record)
    if (paid.records.size === 0) byPayer.delete(payerOf(record))
    for (const address of record.accounts) forgetOne(address)
  }

  /** Removes forgotten transactions only when they are the majority, because each removal rebuilds the whole list. */
  function forgetOne(address: Address): void {
    const naming = byAddress.get(address)
    if (naming === undefined) return
    naming.forgotten++
    if (naming.forgotten === naming.records.length) byAddress.delete(address)
    else if (naming.forgotten > Math.max(fewForgotten, naming.records.length / 2)) {
      naming.records = naming.records.filter(isKept)
      naming.forgotten = 0
    }
  }

  return {
    abandon(slot) {
      for (const record of [...bySignature.values()].filter(one => one.slot > slot)) drop(record)
    },
    add(record) {
      bySignature.set(record.signature, record)
      if (record.slot >= complete) {
        const others = bySlot.get(record.slot)
        if (others === undefined) bySlot.set(record.slot, [record])
        else others.push(record)
      }
      for (const address of record.accounts) {
        const naming = byAddress.get(address)
        if (naming === undefined) byAddress.set(address, { records: [record], forgotten: 0 })
        else naming.records.push(record)
      }
      const size = sizeOf(record)
      bytes += size
      const paid = paidBy(payerOf(record))
      paid.bytes += size
      paid.records.set(record, size)
      while (paid.records.size > limit.transactions / 2 || paid.bytes > limit.bytes / 2)
        forgetOldest(paid.records.keys())
      while (bySignature.size > limit.transactions || bytes > limit.bytes) forgetOldest(bySignature.values())
    },
    get: signature => bySignature.get(signature),
    inSlot: slot => bySlot.get(slot) ?? [],
    of: address => byAddress.get(address)?.records.filter(isKept) ?? [],
    all: () => bySignature.values(),
    completeFrom: () => complete,
    restoreCompleteFrom(slot) {
      complete = slot
    },
  }
}

/** Estimates a record's bytes in memory: some thousands for most, half a million for the largest. */
function sizeOf({ wire, logs, accounts, innerInstructions, returnData }: TransactionRecord): number {
  let size = 2_000 + wire.length + 100 * accounts.length + (returnData?.data.length ?? 0)
  for (const line of logs) size += 20 + line.length
  for (const { instructions } of innerInstructions)
    for (const inner of instructions) size += 300 + inner.data.length + 8 * inner.accounts.length
  return size
}

const payerOf = (record: TransactionRecord): Address => record.accounts[0] as Address
