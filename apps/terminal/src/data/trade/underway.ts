import { createStore, type Store } from '../store.ts'

/** Whether a trade of a token is on its way, or its outcome not known yet: no second one until it is. */
export type Underway = 'none' | 'sending' | 'unknown'

/** A trade that was begun. */
export interface BegunTrade {
  /** Its outcome is not known yet. */
  becomeUnknown(): void
  /** Its outcome is known, or it was never sent. */
  end(): void
}

/** Which tokens have a trade on its way in any tab of this browser. */
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

/**
 * A lock a token is held by the tab that sends, until the outcome is known. The browser gives it back when that tab closes:
 * then nobody knows what became of the trade, and it counts as *unknown* for as long as it could land.
 */
export function createUnderway(
  channel: BroadcastChannel,
  locks: LockManager,
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
    // Another tab may have begun before this one looked.
    void locks.query().then(({ held = [] }) => {
      if (held.some(({ name }) => name === lockOf(mint)) && store.get() === 'none') follow({ mint, state: 'sending' })
    })
    return store
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
          if (lock === null) return resolve(undefined)
          tell(mint, 'sending')
          return new Promise<void>(release => {
            resolve({
              becomeUnknown: () => tell(mint, 'unknown'),
              end() {
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

const underway = createUnderway(new BroadcastChannel('tern-trades'), navigator.locks)

export const underwayOf = underway.of
export const beginTrade = underway.begin
