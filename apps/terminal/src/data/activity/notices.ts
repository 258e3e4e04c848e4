import type { JournalRecord } from '@tern/client'

/**
 * Local storage key of the notices for the referral server.
 * They cover each transaction under way, and each landed trade until the server acknowledges it.
 */
const key = 'trade-transaction-notifies'

interface Notice {
  readonly timestamp: number
  readonly address: string
  readonly signatures: readonly string[]
}
type All = Readonly<Record<string, Notice>>

/** Notices, by the id of the journal's record. A change is written soon after the call. */
export interface Notices {
  note(record: JournalRecord): void
  ids(): ReadonlySet<string>
  forget(isDone: (id: string, notice: Notice) => boolean): void
}

/**
 * If the browser stores nothing, there are no notices. Only the journal is required before a transaction is sent.
 *
 * @param locks all notices share an item, so tabs change it one after the other.
 */
export function createNotices(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  locks: Pick<LockManager, 'request'>,
): Notices {
  const read = (): All => JSON.parse(storage.getItem(key) ?? '{}')

  function change(to: (all: All) => All) {
    const write = async () => storage.setItem(key, JSON.stringify(to(read())))
    // See above: notices are optional.
    locks.request('tern-notices', write).catch(() => undefined)
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
