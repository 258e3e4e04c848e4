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
  readonly outcome: Outcome
  /**
   * As of which slot each source knew the blockhash or nonce, `undefined` while it has not been seen to, in the order of the sources: whoever
   * follows the transactions on need not watch for that again.
   */
  readonly known?: readonly (bigint | undefined)[]
  /** What the caller wants to find again: what it was for, which ways it took. */
  readonly note?: unknown
}

/** What is learned of a record after it was noted down. */
export type JournalChange = Partial<Pick<JournalRecord, 'outcome' | 'known'>>

/**
 * Where signed transactions are noted down before they are sent. What it has acknowledged outlives a crash, as far as whoever
 * keeps it promises; a rejection of `append` means that nothing is sent.
 */
export interface Journal {
  append(record: JournalRecord): Promise<void>
  update(id: string, change: JournalChange): Promise<void>
  list(): Promise<readonly JournalRecord[]>
}

/** A journal that lasts as long as the process. */
export function createMemoryJournal(): Journal {
  const records = new Map<string, JournalRecord>()
  return {
    async append(record) {
      records.set(record.id, record)
    },
    async update(id, change) {
      const record = records.get(id)
      if (record !== undefined) records.set(id, { ...record, ...change })
    },
    list: async () => [...records.values()],
  }
}
