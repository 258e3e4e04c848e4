import type { Journal, JournalRecord } from '@tern/client'
import { pageLocks } from '../pageLocks.ts'
import { nonceOf } from '../wallets/nonceUse.ts'
import { createNotices, type Notices } from './notices.ts'

/** A journal record with a fact that the sending tab observed. */
export interface NotedRecord extends JournalRecord {
  /** When the tab that sent it saw it land, in milliseconds since 1970. */
  readonly landedAtMs?: number
}

/**
 * How soon a tab takes over a record. `atOnce`: a reloaded page resumes its own transactions.
 * `patiently`: another tab waits, because the page may come back for the record.
 */
export type TakeUp = 'atOnce' | 'patiently'

/** The journal of this browser, with a lock for each record: the tab that holds the lock follows the record. */
export interface SentJournal extends Required<Journal> {
  list(): Promise<readonly NotedRecord[]>
  /**
   * Waits until no other tab looks after the record, then makes this tab look after it.
   *
   * @returns whether the record is still open. If it is over, this tab releases it again.
   */
  claim(id: string, when: TakeUp): Promise<boolean>
  /** Releases a record that this tab cannot look after. */
  letGo(id: string): void
  /** Forgets the notice of a transaction: the referral server needs no further report. */
  forgetNotice(signature: string): void
  /**
   * Lists the signatures of final trades with a notice that is not forgotten.
   * Also forgets a notice if its record needs no notice: it is over without a landed trade, or no longer in the journal.
   */
  listOwed(): Promise<readonly string[]>
}

const storeName = 'sent'
/** Records that are over are deleted this long after they were signed. */
const keptMs = 7 * 24 * 3_600_000
/** How long a reloaded page may take to resume its own transactions before another tab takes them over. */
const comesBackMs = 15_000
/** After a reload, the page before may hold its locks for a moment. */
const lettingGoMs = 2_000

/** Mirrors `isOver` of `@tern/chain`, because pages that send nothing do not load that package. */
const isRecordOver = ({ outcome }: Pick<JournalRecord, 'outcome'>) =>
  outcome.status === 'expired' || (outcome.status !== 'unknown' && outcome.isFinal)

export const isRecordOpen = (record: Pick<JournalRecord, 'outcome'>): boolean => !isRecordOver(record)

/**
 * Returns the signature of a finally confirmed trade or swap; `undefined` for any other record.
 * The referral server must be notified of it.
 */
const landedFor = ({ note, outcome }: Pick<JournalRecord, 'note' | 'outcome'>): string | undefined => {
  const { about } = (note ?? {}) as { readonly about?: { readonly kind?: string } }
  const isOwed =
    (about?.kind === 'trade' || about?.kind === 'swap') && outcome.status === 'confirmed' && outcome.isFinal
  return isOwed ? outcome.signature : undefined
}

/** Returns the subjects that a record blocks while its outcome is unknown, if the sending page noted any. */
export function subjectsOf({
  note,
  address,
  transactions: [first],
}: Pick<JournalRecord, 'note' | 'address' | 'transactions'>): readonly string[] {
  const { about } = (note ?? {}) as { readonly about?: { readonly subject?: string; readonly mint?: string } }
  const nonce = first?.message.lifetime.kind === 'nonce' ? nonceOf(address) : undefined
  return [about?.subject ?? about?.mint, nonce].filter(one => one !== undefined)
}

/**
 * Creates a journal in IndexedDB. An acknowledged write is on the disk.
 * `append` rejects if the browser allows no storage or has no room.
 * A tab holds a lock on each record that it wrote or claimed, until the record is over or the tab closes.
 */
export function createSentJournal(name: string, locks: LockManager, notices: Notices): SentJournal {
  let opened: Promise<IDBDatabase> | undefined
  const releases = new Map<string, () => void>()
  const sentHere = new Set<string>()

  function database(): Promise<IDBDatabase> {
    opened ??= open(name, openAnew).catch(error => {
      openAnew()
      throw error
    })
    return opened
  }

  /** Makes the next use open the database again. */
  function openAnew() {
    opened = undefined
  }

  async function write(change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = (await database()).transaction(storeName, 'readwrite', { durability: 'strict' })
    const done = ended(transaction)
    change(transaction.objectStore(storeName))
    await done
  }

  const lockOf = (id: string) => `tern-sent ${id}`

  /** @returns whether this tab holds the lock. */
  function hold(id: string, options: LockOptions): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const whileHeld = (lock: Lock | null) => {
        resolve(lock !== null)
        return lock === null ? undefined : new Promise<void>(release => releases.set(id, release))
      }
      const isLate = () => options.signal?.aborted === true
      locks.request(lockOf(id), options, whileHeld).catch(error => (isLate() ? resolve(false) : reject(error)))
    })
  }

  /** Waits until no tab holds the lock, and then for as long as a reloaded page may take to come back for it. */
  async function untilLeft(id: string): Promise<void> {
    await locks.request(lockOf(id), { mode: 'shared' }, () => undefined)
    await new Promise(resolve => setTimeout(resolve, comesBackMs))
  }

  function release(id: string) {
    releases.get(id)?.()
    releases.delete(id)
  }

  async function list(): Promise<readonly NotedRecord[]> {
    const transaction = (await database()).transaction(storeName, 'readwrite')
    const done = ended(transaction)
    const store = transaction.objectStore(storeName)
    const read: IDBRequest<NotedRecord[]> = store.getAll()
    read.onsuccess = () => {
      for (const record of read.result)
        if (isRecordOver(record) && record.timestamp < Date.now() - keptMs) store.delete(record.id)
    }
    await done
    return read.result
  }

  return {
    async append(record) {
      sentHere.add(record.id)
      const written = write(store => {
        store.add(record)
        // Commit now: nothing follows in this transaction, so it need not wait for the success event.
        store.transaction.commit()
      })
      // If the lock is refused, two tabs may follow the record. The same bytes land once.
      const [kept] = await Promise.allSettled([written, releases.has(record.id) || hold(record.id, {})])
      if (kept.status === 'rejected') {
        // A record that existed before is followed by this tab from now on, so keep its lock.
        if (kept.reason?.name !== 'ConstraintError') release(record.id)
        throw kept.reason
      }
      notices.note(record)
    },
    async update(id, change) {
      const { outcome } = change
      let isOwed = false
      await write(store => {
        const read: IDBRequest<NotedRecord | undefined> = store.get(id)
        read.onsuccess = () => {
          const before = read.result
          if (before === undefined) return
          const next = { ...before, ...change }
          isOwed = landedFor(next) !== undefined
          const isLanded = outcome !== undefined && 'slot' in outcome
          const isSeen = sentHere.has(id) && before.outcome.status === 'unknown' && isLanded
          store.put({ ...next, ...(isSeen && { landedAtMs: Date.now() }) })
        }
      })
      if (outcome === undefined || !isRecordOver({ outcome })) return
      release(id)
      if (!isOwed) notices.forget(one => one === id)
    },
    list,
    async hold(action) {
      const id = `plan ${action}`
      return (await hold(id, { ifAvailable: true })) ? () => release(id) : undefined
    },
    async claim(id, when) {
      let isHeld = when === 'atOnce' && (await hold(id, { signal: AbortSignal.timeout(lettingGoMs) }))
      while (!isHeld) {
        await untilLeft(id)
        isHeld = await hold(id, { ifAvailable: true })
      }
      const isOpen = (await list()).some(record => record.id === id && isRecordOpen(record))
      if (!isOpen) release(id)
      return isOpen
    },
    letGo: release,
    forgetNotice: signature => notices.forget((_, { signatures }) => signatures.includes(signature)),
    async listOwed() {
      const noted = notices.ids()
      if (noted.size === 0) return []
      const records = await list()
      const needed = new Set(records.flatMap(one => (isRecordOpen(one) || landedFor(one) !== undefined ? one.id : [])))
      // Left by a page that closed before it forgot the notice, or older than any record that is kept.
      notices.forget(id => noted.has(id) && !needed.has(id))
      return records.filter(({ id }) => noted.has(id)).flatMap(one => landedFor(one) ?? [])
    },
  }
}

/** @param onClosed the browser closed the database, for example because the site's data was cleared. */
function open(name: string, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => {
      request.result.onclose = onClosed
      resolve(request.result)
    }
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

const storage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
}
export const sentJournal = createSentJournal('tern-sent', pageLocks, createNotices(storage, pageLocks))
