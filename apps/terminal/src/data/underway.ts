import { createStore, type Store } from './store.ts'

/** Whether a trade of a token is on its way, or its outcome not known yet: no second one until it is. */
export type Underway = 'none' | 'sending' | 'unknown'

/** A trade that was begun. */
export interface BegunTrade {
  /** Its outcome is not known yet. */
  becomeUnknown(): void
  /** Its outcome is known, or it was never sent. */
  end(): void
}

/** Which tokens have a trade on its way in any tab of this browser. `mint` may name a withdrawal as well. */
export interface TradesUnderway {
  /** Of one token. It outlives the page that sent the trade. */
  of(mint: string): Store<Underway>
  /** `undefined`: there is one already, in this tab or in another: the same click, or the same plan, goes out once. */
  begin(mint: string): Promise<BegunTrade | undefined>
}

interface Note {
  readonly mint: string
  readonly state: Underway
}

/** After this a transaction that nobody sends any more can no longer land, on any cluster. */
const longestLifeMs = 90_000
/** For word of the end to come after the lock was let go. */
const graceMs = 200

/** Where it is written down that a trade was begun, until its outcome is known: a page that is reloaded forgets it. */
export type Notebook = Pick<Storage, 'getItem' | 'setItem'>

const notebookKey = 'tern-trades-underway'

/** When the trades were begun whose outcome nobody knew, by mint, in milliseconds since 1970. */
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
 * A lock a token is held by the tab that sends, until the outcome is known. The browser gives it back when that tab closes:
 * then nobody knows what became of the trade, and it counts as *unknown* for as long as it could land, in the same tab after
 * a reload as well.
 */
export function createUnderway(
  channel: BroadcastChannel,
  locks: LockManager,
  notebook: Notebook,
  { lifeMs, grace }: { readonly lifeMs: number; readonly grace: number } = { lifeMs: longestLifeMs, grace: graceMs },
): TradesUnderway {
  const stores = new Map<string, Store<Underway>>()
  const watched = new Set<string>()
  const lockOf = (mint: string) => `tern-trade ${mint}`

  function of(mint: string): Store<Underway> {
    const known = stores.get(mint)
    if (known !== undefined) return known
    const store = createStore<Underway>('none')
    stores.set(mint, store)
    waitFor(mint)
    // Another tab may have begun before this one looked.
    void locks.query().then(({ held = [] }) => {
      if (held.some(({ name }) => name === lockOf(mint)) && !watched.has(mint)) follow({ mint, state: 'sending' })
    })
    return store
  }

  /** For how long a trade that was begun here before may still land, in milliseconds; 0: none may. */
  function leftMs(mint: string): number {
    const begunAt = readNotes(notebook).get(mint)
    return begunAt === undefined ? 0 : Math.min(lifeMs, begunAt + lifeMs - Date.now())
  }

  function note(mint: string, state: 'begun' | 'over') {
    const young = [...readNotes(notebook)].filter(([one, at]) => one !== mint && at + lifeMs > Date.now())
    writeNotes(notebook, new Map(state === 'begun' ? [...young, [mint, Date.now()]] : young))
  }

  /** A trade that was begun before the page was loaded, by a tab that is gone, is *unknown* until it can no longer land. */
  function waitFor(mint: string): boolean {
    const left = leftMs(mint)
    if (left <= 0) return false
    of(mint).set('unknown')
    setTimeout(() => {
      if (watched.has(mint) || of(mint).get() !== 'unknown') return
      if (leftMs(mint) > 0) note(mint, 'over')
      of(mint).set('none')
    }, left)
    return true
  }

  /** What another tab tells of its trade. */
  function follow({ mint, state }: Note) {
    of(mint).set(state)
    if (state === 'none' || watched.has(mint)) return
    watched.add(mint)
    void locks.request(lockOf(mint), { mode: 'shared' }, () => {
      watched.delete(mint)
      setTimeout(() => {
        if (of(mint).get() === 'none') return
        of(mint).set('unknown')
        setTimeout(() => of(mint).set('none'), lifeMs)
      }, grace)
    })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Note>) => follow(data))

  function tell(mint: string, state: Underway) {
    of(mint).set(state)
    channel.postMessage({ mint, state } satisfies Note)
  }

  return {
    of,
    async begin(mint) {
      if (of(mint).get() !== 'none') return undefined
      return new Promise(resolve => {
        void locks.request(lockOf(mint), { ifAvailable: true }, lock => {
          if (lock === null || waitFor(mint)) return resolve(undefined)
          note(mint, 'begun')
          tell(mint, 'sending')
          return new Promise<void>(release => {
            resolve({
              becomeUnknown() {
                note(mint, 'begun')
                tell(mint, 'unknown')
              },
              end() {
                note(mint, 'over')
                tell(mint, 'none')
                release()
              },
            })
          })
        })
      })
    },
  }
}

const pageNotebook: Notebook = {
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
}

const underway = createUnderway(new BroadcastChannel('tern-trades'), navigator.locks, pageNotebook)

export const underwayOf = underway.of
export const beginTrade = underway.begin
