import { pageLocks } from './pageLocks.ts'
import { createPatientStore, type Store } from './store.ts'

/** Whether something is on its way, or its outcome not known yet: no second one of it until it is. */
export type Underway = 'none' | 'sending' | 'unknown'

/** What was begun to be sent. */
export interface BegunSending {
  /** Its outcome is not known yet. */
  becomeUnknown(): void
  /** Its outcome is known, or it was never sent. */
  end(): void
}

/** What is on its way in any tab of this browser. A subject is a token that is traded, by its mint, one withdrawal, or a wallet's rent. */
export interface SendingsUnderway {
  /** Of one subject. It outlives the page that sent it. */
  of(subject: string): Store<Underway>
  /**
   * `undefined`: there is one already, in this tab or in another: the same click, or the same plan, goes out once. `resumed`: what
   * a page began that is gone, taken up by this one once no tab looks after it; it counts as *unknown* until it ends.
   */
  begin(subject: string, how?: 'anew' | 'resumed'): Promise<BegunSending | undefined>
  /** What is written down as begun, by tabs that are open or gone. */
  noted(): readonly string[]
  /** Calls `listener` whenever a tab is gone while what it sent may still land: another has to take it up. */
  onLeft(listener: () => void): void
}

/** What tabs tell one another; `asked`: by one that has just come, of who looks after it. */
interface Note {
  readonly subject: string
  readonly state: Underway | 'asked'
}

/** After this a transaction that nobody sends any more can no longer land, but for one that lives by a nonce: the journal tells. */
const longestLifeMs = 90_000
/** For word of the end to come after the lock was let go. */
const graceMs = 200

/** Where it is written down that a trade was begun, until its outcome is known: a page that is reloaded forgets it. */
export type Notebook = Pick<Storage, 'getItem' | 'setItem'>

const notebookKey = 'tern-trades-underway'

/** When the trades were begun whose outcome nobody knew, by subject, in milliseconds since 1970. */
function readNotes(notebook: Notebook): ReadonlyMap<string, number> {
  try {
    const stored: unknown = JSON.parse(notebook.getItem(notebookKey) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

function writeNotes(notebook: Notebook, notes: ReadonlyMap<string, number>): void {
  try {
    notebook.setItem(notebookKey, JSON.stringify(Object.fromEntries(notes)))
  } catch {
    // A browser that stores nothing has the locks of the tabs that are open.
  }
}

/**
 * A lock a subject is held by the tab that sends, until the outcome is known. The browser gives it back when that tab closes:
 * then nobody knows what became of the trade, and it counts as *unknown* for as long as it could land, in the same tab after
 * a reload as well.
 */
export function createUnderway(
  channel: BroadcastChannel,
  locks: LockManager,
  notebook: Notebook,
  { lifeMs, grace }: { readonly lifeMs: number; readonly grace: number } = { lifeMs: longestLifeMs, grace: graceMs },
): SendingsUnderway {
  const stores = new Map<string, Store<Underway>>()
  /** Looked after by this tab, and by another. */
  const held = new Set<string>()
  const leftListeners = new Set<() => void>()
  const watched = new Set<string>()
  /** The last sending of each subject that this tab began. */
  const latest = new Map<string, symbol>()
  /** How many this tab has ended: what was locked before that may have been its own. */
  let ends = 0
  const lockOf = (subject: string) => `tern-trade ${subject}`

  function of(subject: string): Store<Underway> {
    const known = stores.get(subject)
    if (known !== undefined) return known
    const store = createPatientStore<Underway>('none')
    stores.set(subject, store)
    waitFor(subject)
    // Another tab may have begun before this one looked.
    const endsBefore = ends
    void locks.query().then(({ held: locked = [] }) => {
      const isOthers = !held.has(subject) && !watched.has(subject) && ends === endsBefore
      if (!isOthers || !locked.some(({ name }) => name === lockOf(subject))) return
      follow(subject, 'sending')
      channel.postMessage({ subject, state: 'asked' } satisfies Note)
    })
    return store
  }

  /** For how long a trade that was begun here before may still land, in milliseconds; 0: none may. */
  function leftMs(subject: string): number {
    const begunAt = readNotes(notebook).get(subject)
    return begunAt === undefined ? 0 : Math.min(lifeMs, begunAt + lifeMs - Date.now())
  }

  function note(subject: string, state: 'begun' | 'over') {
    const young = [...readNotes(notebook)].filter(([one, at]) => one !== subject && at + lifeMs > Date.now())
    writeNotes(notebook, new Map(state === 'begun' ? [...young, [subject, Date.now()]] : young))
  }

  /** A trade that was begun before the page was loaded, by a tab that is gone, is *unknown* until it can no longer land. */
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

  /** What another tab tells of its trade. */
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
    if (state === 'asked' && isOwn) tell(subject, of(subject).get())
    // While this tab holds the subject, other tabs can only tell of sendings that had ended before.
    if (state !== 'asked' && !isOwn) follow(subject, state)
  })

  function tell(subject: string, state: Underway) {
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
        /** Holds the subject once later sendings of it have ended: a fork brought this one back. */
        let isBack: Promise<BegunSending | undefined> | undefined
        /** Once another sending of the subject was begun, this one waits for it to end before it holds the subject again. */
        const isReplaced = () => !isHeld && (latest.get(subject) !== own || watched.has(subject))
        latest.set(subject, own)
        held.add(subject)
        note(subject, 'begun')
        tell(subject, isNew ? 'sending' : 'unknown')
        return new Promise<void>(release => {
          resolve({
            becomeUnknown() {
              if (isReplaced()) {
                isBack ??= begin(subject, 'resumed')
                return
              }
              note(subject, 'begun')
              tell(subject, 'unknown')
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
              tell(subject, 'none')
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
    noted: () => [...readNotes(notebook).keys()],
    onLeft: listener => void leftListeners.add(listener),
  }
}

const pageNotebook: Notebook = {
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
}

const underway = createUnderway(new BroadcastChannel('tern-trades'), pageLocks, pageNotebook)

export const underwayOf = underway.of
export const beginSending = underway.begin
export const notedSendings = underway.noted
export const onSendingLeft = underway.onLeft
