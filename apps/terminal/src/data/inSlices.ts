import { nextTask } from '@tern/core/internal'

/** The work between two pauses, in milliseconds. It leaves most of a frame to the page. */
const sliceMs = 4

/**
 * Converts rows one after another, and lets the page draw and answer in between. A few rows take no pause.
 *
 * @example
 * await inSlices(['1', '2'], BigInt) // [1n, 2n]
 */
export async function inSlices<Row, Made>(rows: readonly Row[], convert: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = []
  let began = performance.now()
  for (const row of rows) {
    if (performance.now() - began > sliceMs) {
      await nextTask()
      began = performance.now()
    }
    made.push(convert(row))
  }
  return made
}
