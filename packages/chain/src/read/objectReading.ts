import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Readable,
  type ReadValue,
  TernError,
} from '@tern/core'
import { isSameAccount } from './accountCache.ts'
import { accountsPerRequest, chunks, requestsPerBatch } from './accounts.ts'

/**
 * Reads accounts. With `maxAgeMs` 0, all accounts of a request share a slot: the cache is not used.
 * With `isSettled`, a copy that is minutes old serves, see `Readable.settledAccounts`.
 */
export type ReadAccounts = (
  addresses: readonly Address[],
  options?: { readonly maxAgeMs?: number; readonly isSettled?: boolean },
) => Promise<AccountSet>

/** Max rounds of requests for an object. No kind needs more, so an object that keeps asking for accounts has a fault. */
const maxRounds = 8

/** An object in the course of its reading. */
export interface Reading {
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

const slotsOf = (accounts: Iterable<Address>, found: AccountSet): readonly bigint[] =>
  [...accounts].flatMap(address => found.get(address)?.slot ?? [])

/**
 * Checks if all accounts were read at the same slot. A missing account shows no slot, so it counts only if a single request holds
 * all accounts.
 */
export const isOfOneSlot = (accounts: readonly Address[], found: AccountSet): boolean =>
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
export const movingOf = ({ accounts, settled }: Reading): readonly Address[] =>
  [...accounts].filter(one => !settled.has(one))

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
export function ownPart(
  { accounts, settled, moment }: Reading,
  found: AccountSet,
): Map<Address, AccountSnapshot | null> {
  const setOf = (address: Address) => (moment === undefined || settled.has(address) ? found : moment)
  return new Map([...accounts].map(address => [address, setOf(address).get(address) ?? null]))
}

/**
 * Reads all accounts of each object together.
 *
 * @returns the objects whose accounts still do not belong to a single moment.
 */
export async function readTogether(
  readings: readonly Reading[],
  readAccounts: ReadAccounts,
): Promise<readonly Reading[]> {
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

/**
 * Asks the objects' kinds for further accounts and adds the result to the readings.
 *
 * @returns the objects that want more.
 */
export async function askFurther(readings: readonly Reading[], found: AccountSet): Promise<readonly Reading[]> {
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
