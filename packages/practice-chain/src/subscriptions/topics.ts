/** Listeners by topic. */
export interface Topics<K, V> {
  /** @returns a function that stops listening. */
  listen(topic: K, tell: (value: V) => void): () => void
  tell(topic: K, value: V): void
  /** `true` if no topic has a listener. */
  isEmpty(): boolean
}

export function createTopics<K, V>(): Topics<K, V> {
  const listeners = new Map<K, Set<(value: V) => void>>()
  return {
    listen(topic, tell) {
      const found = listeners.get(topic) ?? new Set()
      listeners.set(topic, found.add(tell))
      return () => {
        found.delete(tell)
        if (found.size === 0 && listeners.get(topic) === found) listeners.delete(topic)
      }
    },
    tell(topic, value) {
      const found = listeners.get(topic)
      if (found !== undefined) for (const tell of [...found]) tell(value)
    },
    isEmpty: () => listeners.size === 0,
  }
}
