/** Listeners by topic. */
export interface Topics<K, V> {
  /** @returns a function that stops listening. */
  listen(topic: K, listener: (value: V) => void): () => void
  report(topic: K, value: V): void
  /** `true` if no topic has a listener. */
  isEmpty(): boolean
}

export function createTopics<K, V>(): Topics<K, V> {
  const listeners = new Map<K, Set<(value: V) => void>>()
  return {
    listen(topic, listener) {
      const found = listeners.get(topic) ?? new Set()
      listeners.set(topic, found.add(listener))
      return () => {
        found.delete(listener)
        if (found.size === 0 && listeners.get(topic) === found) listeners.delete(topic)
      }
    },
    report(topic, value) {
      const found = listeners.get(topic)
      if (found !== undefined) for (const listener of [...found]) listener(value)
    },
    isEmpty: () => listeners.size === 0,
  }
}
