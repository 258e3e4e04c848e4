import type { Address, SignedTransaction } from '@tern/core'
import type { Outcome } from './outcome.ts'

/** An intent: its signed transactions and their outcome. The whole record can be cloned and stored. */
export interface JournalRecord {
  readonly id: string
  /** The fee payer. */
  readonly address: Address
  /** Two can never land: there is a single transaction, or all share a durable nonce. */
  readonly transactions: readonly SignedTransaction[]
  /** Time of signing, in milliseconds since 1970. No decision rests on it. */
  readonly timestamp: number
  /** The outcome that was written last. It may have replaced a failure, so `isRetired` decides if it may be sent again. */
  readonly outcome: Outcome
  /**
   * `true`: the transactions were reported as failed or expired, so the user may have signed a replacement.
   * They are never sent again, even if a fork takes the failure back. It is written before the report and never becomes `false` again.
   * Unset in records of older versions. Their transactions are followed and not sent.
   */
  readonly isRetired?: boolean
  /**
   * For each source, in order: the slot at which it accepted the blockhash or nonce, or `undefined` if it has not yet.
   * A reload does not need to see it again.
   */
  readonly known?: readonly (bigint | undefined)[]
  /** The caller's own data, for example the trade and its providers. */
  readonly note?: unknown
}

/** A change to a stored record. Fields that are left out keep their values. */
export type JournalChange = Partial<Pick<JournalRecord, 'outcome' | 'known'> & { readonly isRetired: true }>

/**
 * Stores signed transactions before they are sent. An acknowledged write should outlive a crash.
 * Store every field of a record, including fields of later versions: a record without `isRetired` is never sent again.
 */
export interface Journal {
  /** Rejects if a record has this id already: only `update` changes a record. */
  append(record: JournalRecord): Promise<void>
  /** Does nothing if no record has this id. */
  update(id: string, change: JournalChange): Promise<void>
  list(): Promise<readonly JournalRecord[]>
  /**
   * Holds an action, so that no other process that shares the journal continues it in the same moment.
   * The hold must end with its process, also after a crash. Unset: only this process is kept from continuing an action twice.
   *
   * @param id of an action, see `plansIn`.
   * @returns the function that releases it. `undefined`: another process holds it.
   */
  hold?(id: string): Promise<(() => void) | undefined>
}

/**
 * Creates a journal that is lost when the process ends.
 *
 * @example
 * const journal = createMemoryJournal()
 * await journal.list() // []
 */
export function createMemoryJournal(): Journal {
  const records = new Map<string, JournalRecord>()
  const held = new Set<string>()
  return {
    async append(record) {
      if (records.has(record.id)) throw new RangeError(`The journal has a record ${record.id}`)
      records.set(record.id, record)
    },
    async update(id, change) {
      const record = records.get(id)
      if (record !== undefined) records.set(id, { ...record, ...change })
    },
    list: async () => [...records.values()],
    async hold(id) {
      if (held.has(id)) return undefined
      held.add(id)
      return () => void held.delete(id)
    },
  }
}
