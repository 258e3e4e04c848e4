import type { AccountSnapshot, Address } from '@tern/core'

interface SlotChanges {
  readonly slot: bigint
  /** Accounts as they were before the slot changed them. */
  readonly before: Map<Address, AccountSnapshot | null>
  /** Of their data. */
  bytes: number
}

/** Accounts as they were before some slot: every one that was changed since. */
export type Earlier = ReadonlyMap<Address, AccountSnapshot | null>

/** What it takes to take back the newest slots. */
export interface Undo {
  begin(slot: bigint): void
  /** Bytes of the data of all that is remembered. */
  bytes(): number
  /** The account is about to become something else than `before`. */
  note(address: Address, before: AccountSnapshot | null): void
  /** How accounts were at the end of `slot`; later slots are forgotten. */
  takeBack(slot: bigint): Earlier
  /** Slots up to this one are never taken back. */
  settle(slot: bigint): void
  /** The account as it was at the end of `slot`; `undefined` when it has not changed since. */
  earlier(address: Address, slot: bigint): AccountSnapshot | null | undefined
  /** Which accounts have changed since the end of `slot`. */
  changedSince(slot: bigint): ReadonlySet<Address>
}

export function createUndo(): Undo {
  const slots: SlotChanges[] = []
  let bytes = 0
  return {
    begin(slot) {
      slots.push({ slot, before: new Map(), bytes: 0 })
    },
    bytes: () => bytes,
    note(address, before) {
      const changes = slots.at(-1)
      if (changes === undefined || changes.before.has(address)) return
      changes.before.set(address, before)
      const size = before?.data.length ?? 0
      changes.bytes += size
      bytes += size
    },
    takeBack(slot) {
      const accounts = new Map<Address, AccountSnapshot | null>()
      while (slots.length > 0 && (slots.at(-1) as SlotChanges).slot > slot) {
        const taken = slots.pop() as SlotChanges
        bytes -= taken.bytes
        for (const [address, account] of taken.before) accounts.set(address, account)
      }
      return accounts
    },
    settle(slot) {
      const kept = slots.findIndex(changes => changes.slot > slot)
      for (const settled of slots.splice(0, kept === -1 ? slots.length : kept)) bytes -= settled.bytes
    },
    earlier: (address, slot) =>
      slots.find(changes => changes.slot > slot && changes.before.has(address))?.before.get(address),
    changedSince(slot) {
      const changed = new Set<Address>()
      for (const changes of slots)
        if (changes.slot > slot) for (const address of changes.before.keys()) changed.add(address)
      return changed
    },
  }
}
