import type { checkAnswer } from './checkAnswer.ts'

/**
 * The rows of an answer, once each is seen to be what it is said to be: of one that is not so nothing is taken, and what was read
 * before stays. Where the check cannot be had, as of a server that was upgraded since, they are taken as they are.
 * @throws TernError `layout/invalidValue`
 */
export async function checked<T>(rows: readonly T[], what: Parameters<typeof checkAnswer>[1]): Promise<readonly T[]> {
  const loaded = await import('./checkAnswer.ts').catch(() => undefined)
  for (const row of rows) loaded?.checkAnswer(row, what)
  return rows
}
