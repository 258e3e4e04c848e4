import { checkAnswer } from './checkAnswer.ts'
import { inSlices } from './inSlices.ts'

/** Checks rows like `checkAnswer`, and lets the page draw in between, because a list has thousands. */
export async function checkRows(rows: readonly unknown[], what: Parameters<typeof checkAnswer>[1]): Promise<void> {
  await inSlices(rows, row => checkAnswer(row, what))
}
