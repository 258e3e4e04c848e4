import type { Bank, BankEvents } from './bank.ts'

/** The listeners of a bank's events. */
export interface Listeners {
  readonly on: Bank['on']
  /** Reports if the event has a listener. */
  has(event: keyof BankEvents): boolean
  emit<E extends keyof BankEvents>(event: E, value: BankEvents[E]): void
}

export function createListeners(): Listeners {
  const listeners = new Map<keyof BankEvents, Set<(value: never) => void>>()
  return {
    has: event => (listeners.get(event)?.size ?? 0) > 0,
    emit(event, value) {
      for (const listener of listeners.get(event) ?? []) (listener as (event: typeof value) => void)(value)
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener as (value: never) => void))
      return () => {
        set.delete(listener as (value: never) => void)
      }
    },
  }
}
