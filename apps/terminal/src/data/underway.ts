import { pageLocks } from './pageLocks.ts'
import { createSendingNotes, type Notebook } from './sendingNotes.ts'
import { createPatientStore, type Store } from './store.ts'

/** State of a subject. `unknown`: a transaction of it may still land. No second one begins until it is `none` again. */
export type Underway = 'none' | 'sending' | 'unknown'

/** A sending that has begun. */
export interface BegunSending {
  /** Its outcome is not known yet. */
  becomeUnknown(): void
  /** Its outcome is known, or it was never sent. */
  end(): void
}

/**
 * Tracks what is under way in any tab of this browser, by subject.
 * A subject is a traded token (its mint), a withdrawal, a wallet's rent, its nonce account or that account's cancellation.
 */
export interface SendingsUnderway {
  /** The state of a subject. It outlives the page that sent the transaction. */
  of(subject: string): Store<Underway>
  /**
   * Begins a sending, so that a click or a plan goes out only once.
   *
   * @param how `resumed` takes over a sending whose page is gone, and waits until no tab holds the subject.
   *   It counts as *unknown* until it ends.
   * @returns `undefined` if a new sending (`anew`) finds the subject under way already, in this tab or another.
   */
  begin(subject: string, how?: 'anew' | 'resumed'): Promise<BegunSending | undefined>
  /** Subjects noted as begun, by tabs that are open or gone. */
  noted(): readonly string[]
  /** Calls `listener` if a tab goes while its transaction may still land: another tab must take it over. */
  onLeft(listener: () => void): void
}

/** A message between tabs. `asked`: a tab that has just opened asks the holder of the subject for its state. */
interface Note {
  readonly subject: string
  readonly state: Underway | 'asked'
}

/**
 * After this time, a transaction with a blockhash can no longer land if nobody sends it any more.
 * It does not hold for a nonce; the journal knows about such transactions.
 */
const maxLifeMs = 90_000
/** Time for the message about the end to arrive after the lock is released. */
const graceMs = 200

/**
 * Tracks sendings with a lock for each subject. The sending tab holds the lock until the outcome is known.
 * The browser releases the lock when that tab closes or reloads, and then the outcome is unknown.
 * The subject counts as *unknown* from then on, for as long as a transaction with a blockhash could land.
 */
export function createUnderway(
  {
    channel,
    locks,
    notebook,
  }: { readonly channel: BroadcastChannel; readonly locks: LockManager; readonly notebook: Notebook },
  { lifeMs, grace }: { readonly lifeMs: number; readonly grace: number } = { lifeMs: maxLifeMs, grace: graceMs },
): SendingsUnderway {
  const stores = new Map<string, Store<Underway>>()
  /** Subjects that this tab holds; `watched` has the subjects that another tab holds. */
  const held = new Set<string>()
  const leftListeners = new Set<() => void>()
  const watched = new Set<string>()
  /** The last sending of each subject that this tab began. */
  const latest = new Map<string, symbol>()
  /** Number of sendings that this tab has ended. A lock queried before an end may have been this tab's own. */
  let ends = 0
  const { noted, leftMs, note } = createSendingNotes(notebook, lifeMs)
  const lockOf = (subject: string) => `tern-trade ${subject}`

  function of(subject: string): Store<Underway> {
    const known = stores.get(subject)
    if (known !== undefined) return known
    const store = createPatientStore<Underway>('none')
    stores.set(subject, store)
    waitFor(subject)
    // Another tab may have begun before this tab followed the subject.
    const endsBefore = ends
    void locks.query().then(({ held: locked = [] }) => {
      const isOthers = !held.has(subject) && !watched.has(subject) && ends === endsBefore
      if (!isOthers || !locked.some(({ name }) => name === lockOf(subject))) return
      follow(subject, 'sending')
      channel.postMessage({ subject, state: 'asked' } satisfies Note)
    })
    return store
  }

  /**
   * Sets a subject to *unknown* until its noted trade can no longer land: a page that is gone began the trade.
   *
   * @returns `false` if no such trade may still land.
   */
  function waitFor(subject: string): boolean {
    const left = leftMs(subject)
    if (left <= 0) return false
    of(subject).set('unknown')
    setTimeout(() => {
      if (held.has(subject) || watched.has(subject) || of(subject).get() !== 'unknown') return
      if (leftMs(subject) > 0) note(subject, 'over')
      of(subject).set('none')
    }, left)
    return true
  }

  /** Takes over the state that another tab reports, and waits for that tab's lock. */
  function follow(subject: string, state: Underway) {
    of(subject).set(state)
    if (state === 'none' || watched.has(subject)) return
    watched.add(subject)
    void locks.request(lockOf(subject), { mode: 'shared' }, () => {
      watched.delete(subject)
      setTimeout(() => {
        if (of(subject).get() === 'none') return
        of(subject).set('unknown')
        for (const listener of leftListeners) listener()
        setTimeout(() => {
          if (!held.has(subject) && !watched.has(subject)) of(subject).set('none')
        }, lifeMs)
      }, grace)
    })
  }

  channel.addEventListener('message', ({ data: { subject, state } }: MessageEvent<Note>) => {
    const isOwn = held.has(subject)
    if (state === 'asked' && isOwn) publish(subject, of(subject).get())
    // While this tab holds the subject, messages of other tabs are about sendings that ended before.
    if (state !== 'asked' && !isOwn) follow(subject, state)
  })

  function publish(subject: string, state: Underway) {
    of(subject).set(state)
    channel.postMessage({ subject, state } satisfies Note)
  }

  async function begin(subject: string, how: 'anew' | 'resumed' = 'anew'): Promise<BegunSending | undefined> {
    const isNew = how === 'anew'
    if (isNew && of(subject).get() !== 'none') return undefined
    return new Promise(resolve => {
      void locks.request(lockOf(subject), { ifAvailable: isNew }, lock => {
        if (lock === null || (isNew && waitFor(subject))) return resolve(undefined)
        const own = Symbol(subject)
        let isHeld = true
        /** Set if a fork brought this sending back: it takes the lock again once later sendings of the subject end. */
        let isBack: Promise<BegunSending | undefined> | undefined
        /**
         * Tests if another sending of the subject began after this sending ended. Then this sending must wait for it.
         */
        const isReplaced = () => !isHeld && (latest.get(subject) !== own || watched.has(subject))
        latest.set(subject, own)
        held.add(subject)
        note(subject, 'begun')
        publish(subject, isNew ? 'sending' : 'unknown')
        return new Promise<void>(release => {
          resolve({
            becomeUnknown() {
              if (isReplaced()) {
                isBack ??= begin(subject, 'resumed')
                return
              }
              note(subject, 'begun')
              publish(subject, 'unknown')
            },
            end() {
              if (isReplaced()) {
                void isBack?.then(back => back?.end())
                isBack = undefined
                return
              }
              ends++
              isHeld = false
              held.delete(subject)
              note(subject, 'over')
              publish(subject, 'none')
              release()
            },
          })
        })
      })
    })
  }

  return {
    of,
    begin,
    noted,
    onLeft: listener => void leftListeners.add(listener),
  }
}

const pageNotebook: Notebook = {
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
  removeItem: key => localStorage.removeItem(key),
  names: () => Object.keys(localStorage),
}

const underway = createUnderway({
  channel: new BroadcastChannel('tern-trades'),
  locks: pageLocks,
  notebook: pageNotebook,
})

export const underwayOf = underway.of
export const beginSending = underway.begin
export const notedSendings = underway.noted
export const onSendingLeft = underway.onLeft
