import { useSyncExternalStore } from 'react'

/** A value outside React that components can follow. */
export interface Store<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

/** A value that can be read and followed. */
export type Followed<T> = Pick<Store<T>, 'get' | 'subscribe'>

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Two frames, too short to notice. */
const patienceMs = 30

const waiting = new Set<() => void>()

/** Calls a listener within 30 ms, together with all others that wait, so that React renders once for all. */
function callSoon(listener: () => void): void {
  if (waiting.size === 0)
    setTimeout(() => {
      const all = [...waiting]
      waiting.clear()
      for (const one of all) one()
    }, patienceMs)
  waiting.add(listener)
}

/**
 * Makes a store whose value changes at once, but whose listeners wait: nothing is rendered while a trade is being sent.
 */
export function createPatientStore<T>(initial: T): Store<T> {
  const { subscribe, ...store } = createStore(initial)
  return {
    ...store,
    subscribe(listener) {
      const schedule = () => callSoon(listener)
      const stop = subscribe(schedule)
      return () => {
        stop()
        waiting.delete(listener)
      }
    },
  }
}

export function useStore<T>(store: Followed<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
