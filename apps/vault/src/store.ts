/** A value with subscribers. */
export interface Store<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners: (() => void)[] = []
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: listener => void listeners.push(listener),
  }
}
