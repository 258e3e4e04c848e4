/** A source of events. */
export interface Feed<Event> {
  /** The latest event, if the feed keeps it for later listeners. */
  readonly latest?: Event | undefined
  /** Adds a listener. @returns removes it. */
  listen(onEvent: (event: Event) => void): () => void
}

/** A feed with a function to emit events. */
export interface Emitter<Event> extends Feed<Event> {
  emit(event: Event): void
  readonly listeners: number
}

/** Creates an emitter. `latest` keeps the latest event for later listeners. `nothing` keeps no event. */
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
