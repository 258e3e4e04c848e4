import type { Address } from '@tern/core'
import type { TransactionRecord } from './bank.ts'

/** The transactions that landed, the newest of them kept. */
export interface History {
  add(record: TransactionRecord): void
  get(signature: string): TransactionRecord | undefined
  /** Oldest first. */
  inSlot(slot: bigint): readonly TransactionRecord[]
  /** Oldest first. */
  of(address: Address): readonly TransactionRecord[]
  /** Oldest first. */
  all(): Iterable<TransactionRecord>
  /** The first slot of which every transaction is kept. */
  completeFrom(): bigint
}

/** Keeps the newest `most` transactions. */
export function createHistory(most: number): History {
  const bySignature = new Map<string, TransactionRecord>()
  const bySlot = new Map<bigint, TransactionRecord[]>()
  const byAddress = new Map<Address, TransactionRecord[]>()
  let complete = 0n

  function forgetOldest(): void {
    const [oldest] = bySignature.values()
    if (oldest === undefined) return
    bySignature.delete(oldest.signature)
    bySlot.delete(oldest.slot)
    complete = oldest.slot + 1n
    for (const address of new Set(oldest.accounts)) {
      const records = byAddress.get(address)
      records?.shift()
      if (records?.length === 0) byAddress.delete(address)
    }
  }

  return {
    add(record) {
      bySignature.set(record.signature, record)
      if (record.slot >= complete) push(bySlot, record.slot, record)
      for (const address of new Set(record.accounts)) push(byAddress, address, record)
      if (bySignature.size > most) forgetOldest()
    },
    get: signature => bySignature.get(signature),
    inSlot: slot => bySlot.get(slot) ?? [],
    of: address => byAddress.get(address) ?? [],
    all: () => bySignature.values(),
    completeFrom: () => complete,
  }
}

function push<K>(map: Map<K, TransactionRecord[]>, key: K, record: TransactionRecord): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, [record])
  else found.push(record)
}
