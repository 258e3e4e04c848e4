import type { Journal, JournalRecord } from '@tern/client'
import { pageLocks } from '../pageLocks.ts'
import { nonceOf } from '../wallets/nonceUse.ts'
import { createNotices, type Notices } from './notices.ts'

/** A record, and what the tab that sent it saw besides. */
export interface NotedRecord extends JournalRecord {
  /** When it saw that it had landed, in milliseconds since 1970. */
  readonly landedAtMs?: number
}

/** What was sent is taken up by a page that is loaded anew, `atOnce`, and else by another tab, once that page did not come back. */
export type TakeUp = 'atOnce' | 'patiently'

/** Sent transactions as the browser keeps them, and who of its tabs looks after each. */
export interface SentJournal extends Journal {
  list(): Promise<readonly NotedRecord[]>
  /**
   * Resolves once this tab looks after the record, since the one that did is gone. @returns whether the record is still open: what
   * is over nobody looks after
   */
  claim(id: string, when: TakeUp): Promise<boolean>
  /** This tab cannot look after it. */
  letGo(id: string): void
  /** Of the transaction that referrers' servers need not be told any more. */
  forgetNotice(signature: string): void
  /** Trades that have landed for good, and whose notice was not forgotten, by signature. Notices that nobody needs go. */
  listOwed(): Promise<readonly string[]>
}

const storeName = 'sent'
/** What is over is kept for so long. */
const keptMs = 7 * 24 * 3_600_000
/** A page that is loaded anew has so long to take up what it sent itself, where somebody looks, before another tab does. */
const comesBackMs = 15_000
/** After a page is loaded anew, the one before it may hold its locks for a moment. */
const lettingGoMs = 2_000

/** As `isOver` of the chain, which pages that send nothing do not load. */
const isRecordOver = ({ outcome }: Pick<JournalRecord, 'outcome'>) =>
  outcome.status === 'expired' || (outcome.status !== 'unknown' && outcome.isFinal)

export const isRecordOpen = (record: Pick<JournalRecord, 'outcome'>): boolean => !isRecordOver(record)

/** What a trade landed by for good: referrers' servers are to know of it. */
const landedFor = ({ note, outcome }: Pick<JournalRecord, 'note' | 'outcome'>): string | undefined => {
  const { about } = (note ?? {}) as { readonly about?: { readonly kind?: string } }
  const isOwed = about?.kind === 'trade' && outcome.status === 'confirmed' && outcome.isFinal
  return isOwed ? outcome.signature : undefined
}

/** What no second one of is begun while a record's outcome is unknown, as far as somebody said. */
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
 * A journal in IndexedDB. What it acknowledges is on the disk; where the browser lets nothing be stored, or there is no room,
 * `append` rejects. While a tab is open it holds a lock on each record that it wrote or claimed, until the record is over.
 */
function createSentJournal(name: string, locks: LockManager, notices: Notices): SentJournal {
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

  /** At its next use. */
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

  /** @returns whether this tab holds it */
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

  /** Until nobody does, and whoever did had the time to come back for it. */
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
        // Nothing follows: it need not wait until this page has heard of the first.
        store.transaction.commit()
      })
      // If the lock is refused, two tabs may follow the record. The same bytes land once.
      const [kept] = await Promise.allSettled([written, releases.has(record.id) || hold(record.id, {})])
      if (kept.status === 'rejected') {
        // A record that was there before is followed by this tab from now on, which needs the lock for it.
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
      // Left of a page that was gone before it forgot them, or longer ago than anything is kept.
      notices.forget(id => noted.has(id) && !needed.has(id))
      return records.filter(({ id }) => noted.has(id)).flatMap(one => landedFor(one) ?? [])
    },
  }
}

/** `onClosed`: by the browser, as where what a site stored is cleared. */
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

const notices = createNotices({
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
})
export const sentJournal = createSentJournal('tern-sent', pageLocks, notices)
