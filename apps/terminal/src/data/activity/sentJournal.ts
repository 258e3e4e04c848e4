import type { Journal, JournalRecord } from '@tern/client'

/** Sent transactions as the browser keeps them, and who of its tabs looks after each. */
export interface SentJournal extends Journal {
  /** Whether this tab looks after the record from now on: the tab that sent it is gone. */
  claim(id: string): Promise<boolean>
  /** The names of the records that are not over. */
  listOpen(): Promise<readonly string[]>
  /** Of the transaction that referrers' servers need not be told any more. */
  forgetNotice(signature: string): void
}

const storeName = 'sent'
/** What is over is kept for so long. */
const keptMs = 7 * 24 * 3_600_000

/** As `isOver` of the chain, which pages that send nothing do not load. */
const isRecordOver = ({ outcome }: Pick<JournalRecord, 'outcome'>) =>
  outcome.status === 'expired' || (outcome.status !== 'unknown' && outcome.isFinal)

/** The record that referrers' servers are told from: of each transaction that is under way, in local storage. */
const noticesKey = 'trade-transaction-notifies'

interface Notice {
  readonly timestamp: number
  readonly address: string
  readonly signatures: readonly string[]
}

/**
 * A journal in IndexedDB. What it acknowledges is on the disk; where the browser lets nothing be stored, or there is no room,
 * `append` rejects. While a tab is open it holds a lock on each record that it wrote or claimed, until the record is over.
 */
function createSentJournal(
  name: string,
  locks: LockManager,
  notices: Pick<Storage, 'getItem' | 'setItem'>,
): SentJournal {
  let opened: Promise<IDBDatabase> | undefined
  const releases = new Map<string, () => void>()

  function database(): Promise<IDBDatabase> {
    opened ??= open(name).catch(error => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function write(change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = (await database()).transaction(storeName, 'readwrite', { durability: 'strict' })
    const done = ended(transaction)
    change(transaction.objectStore(storeName))
    await done
  }

  function hold(id: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const whileHeld = (lock: Lock | null) => {
        resolve(lock !== null)
        return lock === null ? undefined : new Promise<void>(release => releases.set(id, release))
      }
      locks.request(`tern-sent ${id}`, { ifAvailable: true }, whileHeld).catch(reject)
    })
  }

  function release(id: string) {
    releases.get(id)?.()
    releases.delete(id)
  }

  function noteNotice({ id, timestamp, address, transactions }: JournalRecord) {
    changeNotices(all => ({ ...all, [id]: { timestamp, address, signatures: transactions.map(one => one.signature) } }))
  }

  function changeNotices(change: (all: Readonly<Record<string, Notice>>) => Readonly<Record<string, Notice>>) {
    try {
      notices.setItem(noticesKey, JSON.stringify(change(JSON.parse(notices.getItem(noticesKey) ?? '{}'))))
    } catch {
      // The journal itself is what nothing may be sent without.
    }
  }

  async function list(): Promise<readonly JournalRecord[]> {
    const transaction = (await database()).transaction(storeName, 'readwrite')
    const done = ended(transaction)
    const store = transaction.objectStore(storeName)
    const read: IDBRequest<JournalRecord[]> = store.getAll()
    read.onsuccess = () => {
      for (const record of read.result)
        if (isRecordOver(record) && record.timestamp < Date.now() - keptMs) store.delete(record.id)
    }
    await done
    return read.result
  }

  return {
    async append(record) {
      await hold(record.id)
      try {
        await write(store => store.put(record))
      } catch (error) {
        release(record.id)
        throw error
      }
      noteNotice(record)
    },
    async update(id, outcome) {
      await write(store => {
        const read = store.get(id)
        read.onsuccess = () => {
          if (read.result !== undefined) store.put({ ...read.result, outcome })
        }
      })
      if (!isRecordOver({ outcome })) return
      release(id)
      changeNotices(({ [id]: _, ...others }) => others)
    },
    list,
    listOpen: async () => (await list()).filter(record => !isRecordOver(record)).map(({ id }) => id),
    claim: hold,
    forgetNotice: signature =>
      changeNotices(all =>
        Object.fromEntries(Object.entries(all).filter(([, { signatures }]) => !signatures.includes(signature))),
      ),
  }
}
function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new DOMException('Another tab holds an older database', 'InvalidStateError'))
  })
}

const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

export const sentJournal = createSentJournal('tern-sent', navigator.locks, {
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
})
