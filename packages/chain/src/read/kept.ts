/**
 * Caches the last answer of `read` for `maxAgeMs`. A call can ask for a younger answer.
 * Simultaneous calls share a reading. A failed reading is not cached.
 */
export function kept<T>(
  maxAgeMs: number,
  now: () => number,
  read: () => Promise<T>,
): (wantedAgeMs?: number) => Promise<T> {
  let last: { readonly value: Promise<T>; readonly at: number } | undefined
  return (wantedAgeMs = maxAgeMs) => {
    if (last !== undefined && now() - last.at < wantedAgeMs) return last.value
    const entry = { value: read(), at: now() }
    last = entry
    entry.value.catch(() => {
      if (last === entry) last = undefined
    })
    return entry.value
  }
}
