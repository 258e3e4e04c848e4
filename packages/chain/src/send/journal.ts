import type { Address, SignedTransaction } from '@tern/core'
import type { Outcome } from './outcome.ts'

/** One intent: what was signed for it, and what became of it. All of it can be cloned and stored. */
export interface JournalRecord {
  readonly id: string
  /** Who pays. */
  readonly address: Address
  /** Of which at most one can land: one, or several of one durable nonce. */
  readonly transactions: readonly SignedTransaction[]
  /** When it was signed, in milliseconds since 1970; decides nothing. */
  readonly timestamp: number
  /** The last outcome that was written. It says nothing about earlier ones: `isRetired` does. */
  readonly outcome: Outcome
  /**
   * `true`: the transactions were reported as failed or expired, so the person may have begun anew. They are never sent again, even if
   * a fork takes the failure back. It is written before the report and never becomes `false` again.
   * Unset in records of older versions: nobody knows, so they are followed and not sent.
   */
  readonly isRetired?: boolean
  /**
   * As of which slot each source knew the blockhash or nonce, `undefined` while it has not been seen to, in the order of the sources: whoever
   * follows the transactions on need not watch for that again.
   */
  readonly known?: readonly (bigint | undefined)[]
  /** What the caller wants to find again: what it was for, which ways it took. */
  readonly note?: unknown
}

/** A change of a written record. Fields that are left out keep their values. */
export type JournalChange = Partial<Pick<JournalRecord, 'outcome' | 'known'> & { readonly isRetired: true }>

/**
 * Stores signed transactions before they are sent. An acknowledged write outlives a crash, as far as the journal's owner needs that.
 * Store every field of a record, including fields that later versions add: a record without `isRetired` is never sent again.
 */
export interface Journal {
  /** Rejects if a record has this id already: a record is changed by `update` only. */
  append(record: JournalRecord): Promise<void>
  /** Does nothing if no record has this id. */
  update(id: string, change: JournalChange): Promise<void>
  list(): Promise<readonly JournalRecord[]>
}

/** A journal that lasts as long as the process. */
export function createMemoryJournal(): Journal {
  const records = new Map<string, JournalRecord>()
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
  }
}
