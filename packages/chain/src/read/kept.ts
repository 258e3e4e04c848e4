/**
 * `read`'s last answer, for `maxAgeMs` unless who asks wants a newer one; those who ask meanwhile share one reading, and a failed one
 * is not kept.
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
