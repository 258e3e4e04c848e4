/** What somebody has done to show that the code is written down. */
export interface WrittenDown {
  /** What was typed for each of the two groups that are asked for. */
  readonly typed: readonly [string, string]
  readonly isKept: boolean
}

export const notWrittenDown: WrittenDown = { typed: ['', ''], isKept: false }

/** Two different groups, counted from 0, to be typed again. */
export function groupsToCheck(random: () => number = Math.random): readonly [number, number] {
  const first = Math.floor(random() * 7)
  return [first, first + 1 + Math.floor(random() * (7 - first))]
}

/** The eight groups of a recovery code. */
export const groupsOf = (code: string): readonly string[] => code.split('-')

/** Whether a group was typed as it is, in whatever case. */
export const isTyped = (typed: string | undefined, group: string | undefined): boolean =>
  typed !== undefined && typed.trim().toUpperCase() === group

/** Whether as much was typed as a group is long, and it is another. */
export const isMistyped = (typed: string | undefined, group: string | undefined): boolean =>
  typed !== undefined && group !== undefined && typed.trim().length >= group.length && !isTyped(typed, group)

/** What is left to do before the code counts as written down; `undefined` when nothing is. */
export function writingLeft(code: string, asked: readonly [number, number], done: WrittenDown): string | undefined {
  const groups = groupsOf(code)
  const open = asked.find((group, index) => !isTyped(done.typed[index], groups[group]))
  if (open !== undefined) return `Type group ${open + 1} to continue`
  return done.isKept ? undefined : 'Tick that you have it to continue'
}
