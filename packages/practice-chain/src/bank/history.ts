import type { Address } from '@tern/core'
import type { TransactionRecord } from './bank.ts'

/** The transactions that landed, the newest of them kept. */
export interface History {
  add(record: TransactionRecord): void
  get(signature: string): TransactionRecord | undefined
  /** Forgets what landed after `slot`. */
  abandon(slot: bigint): void
  /** Oldest first. */
  inSlot(slot: bigint): readonly TransactionRecord[]
  /** Oldest first. */
  of(address: Address): readonly TransactionRecord[]
  /** Oldest first. */
  all(): Iterable<TransactionRecord>
  /** The first slot of which every transaction is kept. */
  completeFrom(): bigint
  /** Puts back what a snapshot said of `completeFrom`. */
  restoreCompleteFrom(slot: bigint): void
}

/** Keeps the newest `most` transactions; no payer has more than half of them, so that who trades all day displaces nobody. */
export function createHistory(most: number): History {
  const bySignature = new Map<string, TransactionRecord>()
  const bySlot = new Map<bigint, TransactionRecord[]>()
  const byAddress = new Map<Address, Set<TransactionRecord>>()
  const byPayer = new Map<Address, Set<TransactionRecord>>()
  let complete = 0n

  function paidBy(payer: Address): Set<TransactionRecord> {
    const found = byPayer.get(payer) ?? new Set()
    byPayer.set(payer, found)
    return found
  }

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
    paid.delete(record)
    if (paid.size === 0) byPayer.delete(payerOf(record))
    for (const address of record.accounts) {
      const records = byAddress.get(address)
      records?.delete(record)
      if (records?.size === 0) byAddress.delete(address)
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
        const others = byAddress.get(address)
        if (others === undefined) byAddress.set(address, new Set([record]))
        else others.add(record)
      }
      const paid = paidBy(payerOf(record)).add(record)
      if (paid.size > most / 2) forgetOldest(paid)
      else if (bySignature.size > most) forgetOldest(bySignature.values())
    },
    get: signature => bySignature.get(signature),
    inSlot: slot => bySlot.get(slot) ?? [],
    of: address => [...(byAddress.get(address) ?? [])],
    all: () => bySignature.values(),
    completeFrom: () => complete,
    restoreCompleteFrom(slot) {
      complete = slot
    },
  }
}

const payerOf = (record: TransactionRecord): Address => record.accounts[0] as Address
