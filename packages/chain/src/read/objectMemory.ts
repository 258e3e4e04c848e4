import type { Address, Readable, ReadValue } from '@tern/core'
import type { Reading } from './objectReading.ts'

/** Max objects with remembered accounts. The least recently read object is dropped first. */
const maxRemembered = 2_000

interface Learnt {
  readonly accounts: readonly Address[]
  readonly settled: readonly Address[]
  readonly mint: Address | undefined
  /** The newest value. */
  readonly value: ReadValue
}

/** Creates the memory of the objects that were read: their accounts and their newest values. */
export function createObjectMemory() {
  const learnt = new Map<string, Learnt>()
  const kinds = new WeakMap<object, number>()
  let kindCount = 0
  function key(readable: object, address: Address): string {
    const kind = kinds.get(readable) ?? ++kindCount
    kinds.set(readable, kind)
    return `${kind} ${address}`
  }

  return {
    known: <Value extends ReadValue>(readable: Readable<Value>, address: Address): Learnt | undefined =>
      learnt.get(key(readable, address)),
    /**
     * Remembers a value.
     *
     * @returns the newest value that was made here.
     */
    learn({ readable, address, mint, accounts, settled }: Reading, made: ReadValue): ReadValue {
      const name = key(readable, address)
      const last = learnt.get(name)?.value
      const newest = last !== undefined && last.slot > made.slot ? last : made
      learnt.delete(name)
      learnt.set(name, { accounts: [...accounts], settled: [...settled], mint, value: newest })
      const [oldest] = learnt.keys()
      if (learnt.size > maxRemembered && oldest !== undefined) learnt.delete(oldest)
      return newest
    },
    values: () => [...learnt.values()].map(({ value }) => value),
    /** Forgets values of a later slot. */
    forgetBeyond(slot: bigint): void {
      for (const [name, { value }] of learnt) if (value.slot > slot) learnt.delete(name)
    },
  }
}
