import type { checkRows } from './checkRows.ts'

/**
 * Returns the rows of an answer once all of them are valid. If any is invalid, it throws and no row is used.
 * If the code of the check cannot be loaded, for example after an upgrade of the server, the rows are not checked.
 *
 * @throws TernError `layout/invalidValue` if a row is invalid.
 */
export async function checked<T>(rows: readonly T[], what: Parameters<typeof checkRows>[1]): Promise<readonly T[]> {
  const loaded = await import('./checkRows.ts').catch(() => undefined)
  await loaded?.checkRows(rows, what)
  return rows
}
