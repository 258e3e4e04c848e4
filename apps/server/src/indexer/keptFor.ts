/** Max keys with a kept answer. */
const maxKept = 1_000

/** Caches `read` for `ms`. A failed read is not cached. `now`: monotonic clock in milliseconds. */
export function keptFor<Key, Value>(
  ms: number,
  read: (key: Key) => Promise<Value>,
  now: () => number = () => performance.now(),
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { readonly atMs: number; readonly value: Promise<Value> }>()
  return key => {
    const known = kept.get(key)
    if (known !== undefined && now() - known.atMs < ms) return known.value
    const value = read(key)
    kept.delete(key)
    kept.set(key, { atMs: now(), value })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    value.catch(() => kept.delete(key))
    return value
  }
}
