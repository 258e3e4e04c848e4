import type { AccountSnapshot, Address } from '@tern/core'

interface SlotChanges {
  readonly slot: bigint
  /** Accounts before the slot changed them. */
  readonly before: Map<Address, AccountSnapshot | null>
  /** The bytes of their data. */
  bytes: number
}

/** Each account's state before some slot, for accounts changed since. */
export type Earlier = ReadonlyMap<Address, AccountSnapshot | null>

/** The data to undo the newest slots. */
export interface Undo {
  begin(slot: bigint): void
  /** The bytes of all remembered account data. */
  bytes(): number
  /** Notes that the account is about to change from `before`. */
  note(address: Address, before: AccountSnapshot | null): void
  /** Returns each changed account's state at the end of `slot`, and forgets later slots. */
  takeBack(slot: bigint): Earlier
  /** Makes slots up to this slot final: they can no longer be undone. */
  settle(slot: bigint): void
  /** The account's state at the end of `slot`; `undefined` if it has not changed since. */
  earlier(address: Address, slot: bigint): AccountSnapshot | null | undefined
  /** The accounts that changed since the end of `slot`. */
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
