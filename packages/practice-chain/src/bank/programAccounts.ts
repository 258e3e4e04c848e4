import type { AccountSnapshot, Address } from '@tern/core'

/** An account and its address. All indexes share this object, so a write changes a single object. */
export interface Held {
  readonly address: Address
  account: AccountSnapshot
}

/** A search for accounts. Every condition must hold. */
export interface AccountQuery {
  /** The length of the data. */
  readonly dataSize?: number
  /** Bytes at an offset in the data. */
  readonly bytes?: readonly { readonly offset: number; readonly bytes: Uint8Array }[]
}

/** The accounts of a single program. */
export interface ProgramAccounts {
  readonly size: number
  add(held: Held): void
  remove(held: Held): void
  /** Reports that `held` was `before` and has changed, with the same owner. */
  moved(held: Held, before: AccountSnapshot): void
  find(query: AccountQuery): Iterable<Held>
}

/** An offset and a length at which accounts are compared. */
interface Place {
  readonly offset: number
  readonly length: number
  /** The number of searches that used it. */
  asked: number
  /** The index: accounts by their bytes at this place. Set once it is worth its cost. */
  values: Map<string, Set<Held>> | undefined
}

/** Up to this many accounts, a scan takes less time than keeping an index. */
const fewAccounts = 1_000
/** Max remembered places of a program, with an index or without. */
const maxPlaces = 16
/** Max indexes of a program. An index of many accounts is large, and every write updates it. */
const maxIndexes = 4

/**
 * Indexes a program's accounts by their length, and by their bytes at frequently searched places.
 * The second search for a place creates its index.
 */
export function createProgramAccounts(): ProgramAccounts {
  const all = new Set<Held>()
  const sizes = new Map<number, Set<Held>>()
  const places = new Map<string, Place>()

  const valueAt = ({ offset, length }: Place, { data }: AccountSnapshot): string | undefined =>
    offset + length > data.length ? undefined : textOf(data, offset, length)

  function enter(held: Held): void {
    put(sizes, held.account.data.length, held)
    for (const place of places.values())
      if (place.values !== undefined) put(place.values, valueAt(place, held.account), held)
  }

  function leave(held: Held, account: AccountSnapshot): void {
    take(sizes, account.data.length, held)
    for (const place of places.values())
      if (place.values !== undefined) take(place.values, valueAt(place, account), held)
  }

  function placeOf(offset: number, length: number): Place {
    const name = `${offset}:${length}`
    const place = places.get(name) ?? { offset, length, asked: 0, values: undefined }
    place.asked++
    // Moves the place to the end, so that the least recently used place is dropped first.
    places.delete(name)
    places.set(name, place)
    const [oldest] = places.keys()
    if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
    return place
  }

  /** Drops the least recently used index if there are `maxIndexes`. */
  function makeRoom(): void {
    const indexed = [...places.values()].filter(({ values }) => values !== undefined)
    const [oldest] = indexed
    if (oldest === undefined || indexed.length < maxIndexes) return
    oldest.values = undefined
    oldest.asked = 0
  }

  function indexOf(place: Place): Map<string, Set<Held>> | undefined {
    if (place.values === undefined && place.asked > 1 && all.size > fewAccounts) {
      makeRoom()
      const values = new Map<string, Set<Held>>()
      for (const held of all) put(values, valueAt(place, held.account), held)
      place.values = values
    }
    return place.values
  }

  /** The smallest indexed set that contains every match. */
  function candidates({ dataSize, bytes = [] }: AccountQuery): ReadonlySet<Held> {
    let fewest: ReadonlySet<Held> = dataSize === undefined ? all : (sizes.get(dataSize) ?? none)
    for (const { offset, bytes: wanted } of bytes) {
      const values = indexOf(placeOf(offset, wanted.length))
      if (values === undefined) continue
      const found = values.get(textOf(wanted, 0, wanted.length)) ?? none
      if (found.size < fewest.size) fewest = found
    }
    return fewest
  }

  return {
    get size() {
      return all.size
    },
    add(held) {
      all.add(held)
      enter(held)
    },
    remove(held) {
      all.delete(held)
      leave(held, held.account)
    },
    moved(held, before) {
      const { account } = held
      if (account.data.length !== before.data.length) {
        leave(held, before)
        enter(held)
        return
      }
      for (const place of places.values()) {
        if (place.values === undefined) continue
        const [was, is] = [valueAt(place, before), valueAt(place, account)]
        if (was === is) continue
        take(place.values, was, held)
        put(place.values, is, held)
      }
    },
    *find(query) {
      for (const held of candidates(query)) if (matchesQuery(held.account, query)) yield held
    },
  }
}

const none: ReadonlySet<Held> = new Set()

const textOf = (data: Uint8Array, offset: number, length: number): string =>
  Buffer.from(data.buffer, data.byteOffset + offset, length).toString('latin1')

/** Reports if the account matches `query`. The owner does not count. */
export function matchesQuery({ data }: AccountSnapshot, { dataSize, bytes = [] }: AccountQuery): boolean {
  if (dataSize !== undefined && data.length !== dataSize) return false
  return bytes.every(({ offset, bytes: wanted }) => hasBytesAt(data, offset, wanted))
}

/** Reports if `data` has these bytes at `offset`. */
export function hasBytesAt(data: Uint8Array, offset: number, wanted: Uint8Array): boolean {
  if (offset + wanted.length > data.length) return false
  for (let i = 0; i < wanted.length; i++) if (data[offset + i] !== wanted[i]) return false
  return true
}

/** Adds an account to an index. `undefined` is not a key: nothing is added. */
export function put<K>(index: Map<K, Set<Held>>, key: K | undefined, held: Held): void {
  if (key === undefined) return
  const found = index.get(key)
  if (found === undefined) index.set(key, new Set([held]))
  else found.add(held)
}

export function take<K>(index: Map<K, Set<Held>>, key: K | undefined, held: Held): void {
  if (key === undefined) return
  const found = index.get(key)
  found?.delete(held)
  if (found?.size === 0) index.delete(key)
}
