const max = 10_000

/** Truncates logs as a validator does: up to 10,000 bytes, then a line `Log truncated` (`LogCollector`). */
export function truncateLogs(logs: readonly string[]): readonly string[] {
  const kept: string[] = []
  let bytes = 0
  let isWarned = false
  for (const line of logs) {
    const next = bytes + Buffer.byteLength(line)
    if (next < max) {
      bytes = next
      kept.push(line)
    } else if (!isWarned) {
      isWarned = true
      kept.push('Log truncated')
    }
  }
  return kept
}
