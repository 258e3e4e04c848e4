import { setImmediate } from 'node:timers/promises'
import type { AccountSnapshot, Address } from '@tern/core'

type Found = readonly [Address, AccountSnapshot]

/** How many accounts are sorted before other requests get their turn: a few milliseconds of work. */
const foundATurn = 8_192

/** Sorts accounts by their addresses' bytes. A long list is sorted in parts, which are merged while they are read. */
export async function sortByAddress(found: readonly Found[]): Promise<Iterable<Found>> {
  const parts: (readonly Found[])[] = []
  for (let i = 0; i < found.length; i += foundATurn) {
    if (i > 0) await setImmediate()
    parts.push(found.slice(i, i + foundATurn).sort(([a], [b]) => compareAddresses(a, b)))
  }
  return parts.length === 1 ? (parts[0] as readonly Found[]) : merged(parts)
}

function* merged(parts: readonly (readonly Found[])[]): Iterable<Found> {
  const heads = parts.map(part => ({ part, next: 0 }))
  for (;;) {
    let min: (typeof heads)[number] | undefined
    let first: Found | undefined
    for (const head of heads) {
      const found = head.part[head.next]
      if (found === undefined || (first !== undefined && compareAddresses(first[0], found[0]) < 0)) continue
      min = head
      first = found
    }
    if (min === undefined || first === undefined) return
    min.next++
    yield first
  }
}

/**
 * Compares addresses by their bytes. Base58's digits are in the order of their character codes.
 * Only texts of different lengths need a closer look: each leading `1` is a zero byte.
 */
function compareAddresses(a: Address, b: Address): number {
  if (a.length === b.length) return a < b ? -1 : a > b ? 1 : 0
  const [digitsOfA, digitsOfB] = [a.replace(/^1+/, ''), b.replace(/^1+/, '')]
  if (digitsOfA.length !== digitsOfB.length) return digitsOfA.length - digitsOfB.length
  return digitsOfA < digitsOfB ? -1 : 1
}
