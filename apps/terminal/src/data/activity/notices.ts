import type { JournalRecord } from '@tern/client'

/**
 * The record that referrers' servers are told from, in local storage: of each transaction that is under way, and of trades that landed
 * until that is acknowledged.
 */
const key = 'trade-transaction-notifies'

interface Notice {
  readonly timestamp: number
  readonly address: string
  readonly signatures: readonly string[]
}
type All = Readonly<Record<string, Notice>>

/** By the ids of the journal's records. */
export interface Notices {
  note(record: JournalRecord): void
  ids(): ReadonlySet<string>
  forget(isDone: (id: string, notice: Notice) => boolean): void
}

/** Where nothing can be stored there are none: the journal itself is what nothing may be sent without. */
export function createNotices(storage: Pick<Storage, 'getItem' | 'setItem'>): Notices {
  const read = (): All => JSON.parse(storage.getItem(key) ?? '{}')

  function change(to: (all: All) => All) {
    try {
      storage.setItem(key, JSON.stringify(to(read())))
    } catch {
      // As above.
    }
  }

  return {
    note({ id, timestamp, address, transactions }) {
      change(all => ({ ...all, [id]: { timestamp, address, signatures: transactions.map(one => one.signature) } }))
    },
    ids() {
      try {
        return new Set(Object.keys(read()))
      } catch {
        return new Set()
      }
    },
    forget: isDone =>
      change(all => Object.fromEntries(Object.entries(all).filter(([id, notice]) => !isDone(id, notice)))),
  }
}
