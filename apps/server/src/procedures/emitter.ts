import type { Feed } from './procedure.ts'

/** A feed, and the way to put events into it. */
export interface Emitter<Event> extends Feed<Event> {
  emit(event: Event): void
  readonly listeners: number
}

/** `keeps` the latest event for those who come later, or tells them only of what comes. */
export function createEmitter<Event>(keeps: 'latest' | 'nothing'): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>()
  let latest: Event | undefined
  return {
    get latest() {
      return latest
    },
    get listeners() {
      return listeners.size
    },
    listen(onEvent) {
      listeners.add(onEvent)
      return () => listeners.delete(onEvent)
    },
    emit(event) {
      if (keeps === 'latest') latest = event
      for (const listener of listeners) listener(event)
    },
  }
}
