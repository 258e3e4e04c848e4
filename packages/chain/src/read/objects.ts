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
import { createObjectMemory } from './objectMemory.ts'
import {
  askFurther,
  isOfOneSlot,
  movingOf,
  ownPart,
  type ReadAccounts,
  type Reading,
  readTogether,
} from './objectReading.ts'

/** How to read an object. */
export interface ReadObjectOptions {
  readonly maxAgeMs?: number
  /** The object's token, if known. Otherwise it is searched for, if the object's accounts do not name it. */
  readonly mint?: Address
}

/** An object's accounts may take several requests. Read this often, a slot apart, until all accounts belong to a single moment. */
const maxReadings = 8
const slotMs = 400

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

/** Accounts that were read. */
type Found = Map<Address, AccountSnapshot | null>

const settledOf = ({ settled }: Reading): readonly Address[] => [...settled]

/**
 * Tests if an object failed although a new reading may succeed. The object exists, but an account that it needs is
 * missing, and the cache may have said so: the account may be younger than the cached answer.
 */
const mayHaveAppeared = ({ address, accounts, moment }: Reading, found: AccountSet, error: unknown): boolean =>
  isTernError(error, 'pool/accountsNotReady') &&
  moment === undefined &&
  Boolean(found.get(address)) &&
  [...accounts].some(one => found.get(one) === null)

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
  const memory = createObjectMemory()

  async function begin({ readable, address, mint }: ObjectToRead): Promise<Reading> {
    const known = memory.known(readable, address)
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

  /** Adds accounts that are not among the found accounts yet. */
  async function addTo(found: Found, addresses: readonly Address[], how: Parameters<ReadAccounts>[1]): Promise<void> {
    const missing = [...new Set(addresses)].filter(address => !found.has(address))
    if (missing.length === 0) return
    for (const [address, account] of await readAccounts(missing, how)) found.set(address, account)
  }
  const addSettled = (found: Found, readings: readonly Reading[]) =>
    addTo(found, readings.flatMap(settledOf), { isSettled: true })

  /** Reads objects anew whose accounts do not belong to a single moment. */
  async function readTorn(readings: readonly Reading[], found: Found): Promise<void> {
    // For example, a pool's state and its vaults must belong to a single moment, or the reserves do not add up.
    // Rounds are slots apart, and a push may have updated a part of the cached accounts.
    let torn = readings.filter(
      reading => !('error' in reading) && (reading.rounds > 1 || !isOfOneSlot(movingOf(reading), found)),
    )
    for (let times = 1; torn.length > 0; times++) {
      const mixed = await readTogether(torn, readAccounts)
      if (times >= maxReadings)
        for (const reading of mixed) reading.error = new TernError('pool/accountsNotReady', { pool: reading.address })
      // Meanwhile an object may want more accounts, for example a pool its next ticks after a price change.
      const whole = torn.filter(reading => !mixed.includes(reading))
      const wanting = await askFurther(whole, found)
      await addSettled(found, wanting)
      torn = [...wanting, ...mixed.filter(reading => !('error' in reading))]
      if (mixed.length > 0 && torn.length > 0) await rest(slotMs)
    }
  }

  async function readAll(
    asked: readonly ObjectToRead[],
    options: { readonly maxAgeMs?: number } = {},
  ): Promise<readonly ObjectRead<ReadValue>[]> {
    const readings = await Promise.all(asked.map(begin))
    const found: Found = new Map()
    for (let wanting: readonly Reading[] = readings; wanting.length > 0; wanting = await askFurther(readings, found))
      await Promise.all([addTo(found, wanting.flatMap(movingOf), options), addSettled(found, wanting)])
    await readTorn(readings, found)
    const outdated: number[] = []
    const answers: ObjectRead<ReadValue>[] = readings.map((reading, at) => {
      const { readable, address, mint } = reading
      try {
        if ('error' in reading) throw reading.error
        return { value: memory.learn(reading, readable.open(address, ownPart(reading, found), mint)) }
      } catch (error) {
        if (options.maxAgeMs !== 0 && mayHaveAppeared(reading, found, error)) outdated.push(at)
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
      const { accounts = [], settled = [] } = memory.known(readable, address) ?? {}
      return accounts.filter(one => !settled.includes(one))
    },
    values: memory.values,
    forgetBeyond: memory.forgetBeyond,
    readMany,
    async read(readable, address, { mint, ...options } = {}) {
      const [answer] = await readMany([{ readable, address, ...(mint && { mint }) }], options)
      if (answer === undefined || 'error' in answer) throw answer?.error
      return answer.value
    },
  }
}
