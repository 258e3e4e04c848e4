import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  isTernError,
  type Readable,
  type ReadValue,
  TernError,
} from '@tern/core'
import { pause } from '../rpc/pause.ts'
import { isSameAccount } from './accountCache.ts'
import { accountsPerRequest, chunks, requestsPerBatch } from './accounts.ts'

/**
 * Reads accounts. With `maxAgeMs` 0, all accounts of a request share a slot: the cache is not used.
 * With `isSettled`, a copy that is minutes old serves, see `Readable.settledAccounts`.
 */
type ReadAccounts = (
  addresses: readonly Address[],
  options?: { readonly maxAgeMs?: number; readonly isSettled?: boolean },
) => Promise<AccountSet>

/** How to read an object. */
export interface ReadObjectOptions {
  readonly maxAgeMs?: number
  /** The object's token, if known. Otherwise it is searched for, if the object's accounts do not name it. */
  readonly mint?: Address
}

/** Max rounds of requests for an object. No kind needs more, so an object that keeps asking for accounts has a fault. */
const maxRounds = 8
/** An object's accounts may take several requests. Read this often, a slot apart, until all accounts belong to a single moment. */
const maxReadings = 8
const slotMs = 400
/** Max objects with remembered accounts. The least recently read object is dropped first. */
const maxRemembered = 2_000

/** An object to read: its kind and address. */
export interface ObjectToRead<Value extends ReadValue = ReadValue> {
  readonly readable: Readable<Value>
  readonly address: Address
  /** The object's token, if known. */
  readonly mint?: Address
}

/** The value, or the error. */
export type ObjectRead<Value> = { readonly value: Value } | { readonly error: unknown }

export interface ObjectReader {
  /** @throws TernError `pool/accountsNotReady`, `layout/*`, `rpc/*`. */
  read<Value extends ReadValue>(
    readable: Readable<Value>,
    address: Address,
    options?: ReadObjectOptions,
  ): Promise<Value>
  /** Reads many objects in few requests, and keeps the order. @throws TernError `rpc/*`. */
  readMany<Value extends ReadValue>(
    asked: readonly ObjectToRead<Value>[],
    options?: { readonly maxAgeMs?: number },
  ): Promise<readonly ObjectRead<Value>[]>
  /**
   * Lists the accounts that the object was read from and that change with it, in the order of asking. Empty before the
   * first reading.
   */
  accountsOf<Value extends ReadValue>(readable: Readable<Value>, address: Address): readonly Address[]
  /** Lists the newest value of each remembered object. */
  values(): readonly ReadValue[]
  /** Forgets values of a later slot: the cluster has not passed `slot`. */
  forgetBeyond(slot: bigint): void
}

/** An object in the course of its reading. */
interface Reading {
  readonly readable: Readable<ReadValue>
  readonly address: Address
  readonly mint: Address | undefined
  /** Known accounts, in the order of asking. */
  readonly accounts: Set<Address>
  /** The known accounts that need not be of the value's moment. */
  readonly settled: Set<Address>
  rounds: number
  /** All its accounts from a common reading. Unset: the rounds found each account separately. */
  moment?: AccountSet
  error?: unknown
}

interface Learnt {
  readonly accounts: readonly Address[]
  readonly settled: readonly Address[]
  readonly mint: Address | undefined
  /** The newest value. */
  readonly value: ReadValue
}

const slotsOf = (accounts: Iterable<Address>, found: AccountSet): readonly bigint[] =>
  [...accounts].flatMap(address => found.get(address)?.slot ?? [])

/**
 * Checks if all accounts were read at the same slot. A missing account shows no slot, so it counts only if a single request holds
 * all accounts.
 */
const isOfOneSlot = (accounts: readonly Address[], found: AccountSet): boolean =>
  new Set(slotsOf(accounts, found)).size < 2 &&
  (accounts.length <= accountsPerRequest || accounts.every(one => found.get(one) !== null))

/**
 * Checks if two readings prove that all accounts had these values at a single moment.
 * No account changed, and the whole second reading is no older than the first.
 */
function isUnchanged(accounts: readonly Address[], before: AccountSet | undefined, found: AccountSet): boolean {
  const [earlier, later] = [before ?? new Map(), found].map(set => slotsOf(accounts, set))
  const isLater = earlier?.every(slot => later?.every(next => next >= slot))
  return isLater === true && accounts.every(one => isSameAccount(before?.get(one) ?? null, found.get(one) ?? null))
}

/** Returns the accounts that must be of a single moment. */
const movingOf = ({ accounts, settled }: Reading): readonly Address[] => [...accounts].filter(one => !settled.has(one))

/** Groups objects with accounts that fit into a single request. A larger object gets a group of its own. */
function groupsOf(readings: readonly Reading[]): readonly (readonly Reading[])[] {
  const groups: { readonly readings: Reading[]; readonly accounts: Set<Address> }[] = []
  for (const reading of readings) {
    const group = groups.at(-1)
    const own = movingOf(reading)
    const together = new Set([...(group?.accounts ?? []), ...own])
    if (group === undefined || together.size > accountsPerRequest)
      groups.push({ readings: [reading], accounts: new Set(own) })
    else {
      group.readings.push(reading)
      for (const address of own) group.accounts.add(address)
    }
  }
  return groups.map(group => group.readings)
}

/** Limits the accounts to the ones that this object asked for. Otherwise it could depend on another object's accounts. */
function ownPart({ accounts, settled, moment }: Reading, found: AccountSet): Map<Address, AccountSnapshot | null> {
  const setOf = (address: Address) => (moment === undefined || settled.has(address) ? found : moment)
  return new Map([...accounts].map(address => [address, setOf(address).get(address) ?? null]))
}

/**
 * Creates a reader of on-chain objects, many at a time.
 * It asks each object's kind for accounts until it wants no more, and reads all wanted accounts in a batch.
 * Each value is made from accounts of a single moment. If a node lags, the newest value is returned again.
 * The accounts of an object are remembered, so its next reading takes a single round.
 *
 * @param heldBy reads the mints of an address's token accounts.
 */
export function createObjectReader(
  readAccounts: ReadAccounts,
  heldBy: (owner: Address) => Promise<readonly Address[]>,
  rest: (ms: number) => Promise<unknown> = ms => pause(ms, new AbortController().signal),
): ObjectReader {
  const learnt = new Map<string, Learnt>()
  const kinds = new WeakMap<object, number>()
  let kindCount = 0
  function key(readable: object, address: Address): string {
    const kind = kinds.get(readable) ?? ++kindCount
    kinds.set(readable, kind)
    return `${kind} ${address}`
  }

  /**
   * Remembers a value.
   *
   * @returns the newest value that was made here.
   */
  function learn({ readable, address, mint, accounts, settled }: Reading, made: ReadValue): ReadValue {
    const name = key(readable, address)
    const last = learnt.get(name)?.value
    const newest = last !== undefined && last.slot > made.slot ? last : made
    learnt.delete(name)
    learnt.set(name, { accounts: [...accounts], settled: [...settled], mint, value: newest })
    const [oldest] = learnt.keys()
    if (learnt.size > maxRemembered && oldest !== undefined) learnt.delete(oldest)
    return newest
  }

  /**
   * Reads all accounts of each object together.
   *
   * @returns the objects whose accounts still do not belong to a single moment.
   */
  async function readAtOnce(readings: readonly Reading[]): Promise<readonly Reading[]> {
    async function readGroup(group: readonly Reading[]) {
      const found = await readAccounts([...new Set(group.flatMap(movingOf))], { maxAgeMs: 0 })
      return group.filter(reading => {
        const accounts = movingOf(reading)
        const isWhole = isOfOneSlot(accounts, found) || isUnchanged(accounts, reading.moment, found)
        reading.moment = found
        return !isWhole
      })
    }
    const torn: Reading[] = []
    for (const groups of chunks(groupsOf(readings), requestsPerBatch))
      torn.push(...(await Promise.all(groups.map(readGroup))).flat())
    return torn
  }

  async function begin({ readable, address, mint }: ObjectToRead): Promise<Reading> {
    const known = learnt.get(key(readable, address))
    const [accounts, settled] = [new Set(known?.accounts), new Set(known?.settled)]
    const reading = { readable, address, accounts, settled, rounds: 0 }
    const given = known?.mint ?? mint
    if (given !== undefined || readable.mintOf === undefined) return { ...reading, mint: given }
    try {
      return { ...reading, mint: await readable.mintOf(address, await heldBy(address)) }
    } catch (error) {
      return { ...reading, mint: undefined, error }
    }
  }

  /**
   * Asks the objects' kinds for further accounts and adds the result to the readings.
   *
   * @returns the objects that want more.
   */
  async function ask(readings: readonly Reading[], found: AccountSet): Promise<readonly Reading[]> {
    const wanting = await Promise.all(
      readings.map(async reading => {
        if ('error' in reading) return []
        try {
          const { readable, address, mint } = reading
          const own = ownPart(reading, found)
          const asked = await readable.accountsToRead(address, own, mint)
          const missing = asked.filter(one => !reading.accounts.has(one))
          if (missing.length === 0) return []
          for (const one of missing) reading.accounts.add(one)
          for (const one of readable.settledAccounts?.(address, own) ?? []) reading.settled.add(one)
          if (++reading.rounds > maxRounds) throw new TernError('pool/accountsNotReady', { pool: address, missing })
          return [reading]
        } catch (error) {
          reading.error = error
          return []
        }
      }),
    )
    return wanting.flat()
  }

  async function readAll(
    asked: readonly ObjectToRead[],
    options?: { readonly maxAgeMs?: number },
  ): Promise<readonly ObjectRead<ReadValue>[]> {
    const readings = await Promise.all(asked.map(begin))
    const found = new Map<Address, AccountSnapshot | null>()
    const take = async (addresses: readonly Address[], how: Parameters<ReadAccounts>[1]) => {
      const missing = [...new Set(addresses)].filter(address => !found.has(address))
      if (missing.length === 0) return
      for (const [address, account] of await readAccounts(missing, how)) found.set(address, account)
    }
    const takeSettled = (some: readonly Reading[]) =>
      take(
        some.flatMap(({ settled }) => [...settled]),
        { isSettled: true },
      )
    for (let wanting: readonly Reading[] = readings; wanting.length > 0; wanting = await ask(readings, found))
      await Promise.all([take(wanting.flatMap(movingOf), options), takeSettled(wanting)])
    // For example, a pool's state and its vaults must belong to a single moment, or the reserves do not add up.
    // Rounds are slots apart, and a push may have updated a part of the cached accounts.
    let torn: readonly Reading[] = readings.filter(
      reading => !('error' in reading) && (reading.rounds > 1 || !isOfOneSlot(movingOf(reading), found)),
    )
    for (let times = 1; torn.length > 0; times++) {
      const mixed = await readAtOnce(torn)
      if (times >= maxReadings)
        for (const reading of mixed) reading.error = new TernError('pool/accountsNotReady', { pool: reading.address })
      // Meanwhile an object may want more accounts, for example a pool its next ticks after a price change.
      const wanting = await ask(
        torn.filter(reading => !mixed.includes(reading)),
        found,
      )
      await takeSettled(wanting)
      torn = [...wanting, ...mixed.filter(reading => !('error' in reading))]
      if (mixed.length > 0 && torn.length > 0) await rest(slotMs)
    }
    /**
     * Tests if an object failed although a new reading may succeed. The object exists, but an account that it needs is
     * missing, and the cache may have said so: the account may be younger than the cached answer.
     */
    const mayHaveAppeared = ({ address, accounts, moment }: Reading, error: unknown) =>
      isTernError(error, 'pool/accountsNotReady') &&
      options?.maxAgeMs !== 0 &&
      moment === undefined &&
      Boolean(found.get(address)) &&
      [...accounts].some(one => found.get(one) === null)
    const outdated: number[] = []
    const answers: ObjectRead<ReadValue>[] = readings.map((reading, at) => {
      const { readable, address, mint } = reading
      try {
        if ('error' in reading) throw reading.error
        return { value: learn(reading, readable.open(address, ownPart(reading, found), mint)) }
      } catch (error) {
        if (mayHaveAppeared(reading, error)) outdated.push(at)
        return { error }
      }
    })
    if (outdated.length === 0) return answers
    const anew = await readAll(
      outdated.flatMap(at => asked[at] ?? []),
      { maxAgeMs: 0 },
    )
    for (const [i, answer] of anew.entries()) answers[outdated[i] ?? -1] = answer
    return answers
  }

  // Each value comes from the readable at its position, whose type the caller knows.
  const readMany = readAll as ObjectReader['readMany']

  return {
    accountsOf(readable, address) {
      const { accounts = [], settled = [] } = learnt.get(key(readable, address)) ?? {}
      return accounts.filter(one => !settled.includes(one))
    },
    values: () => [...learnt.values()].map(({ value }) => value),
    forgetBeyond(slot) {
      for (const [name, { value }] of learnt) if (value.slot > slot) learnt.delete(name)
    },
    readMany,
    async read(readable, address, { mint, ...options } = {}) {
      const [answer] = await readMany([{ readable, address, ...(mint && { mint }) }], options)
      if (answer === undefined || 'error' in answer) throw answer?.error
      return answer.value
    },
  }
}
