/** An object of which nothing else is known: what a node answers may be anything. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
