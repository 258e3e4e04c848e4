/** The user's proof that the recovery code is written down. */
export interface WrittenDown {
  /** The text typed for each of the two groups. */
  readonly typed: readonly [string, string]
  readonly isKept: boolean
}

/** Picks two different groups to type again, from 0 and in ascending order. */
export function groupsToCheck(random: () => number = Math.random): readonly [number, number] {
  const first = Math.floor(random() * 7)
  return [first, first + 1 + Math.floor(random() * (7 - first))]
}

/** Splits a recovery code into its eight groups. */
export const groupsOf = (code: string): readonly string[] => code.split('-')

/** Checks if the typed group is right, without regard to case. */
export const isTyped = (typed: string | undefined, group: string | undefined): boolean =>
  typed !== undefined && typed.trim().toUpperCase() === group

/** Checks if the typed text has a group's length and is not the group. */
export const isMistyped = (typed: string | undefined, group: string | undefined): boolean =>
  typed !== undefined && group !== undefined && typed.trim().length >= group.length && !isTyped(typed, group)

/** Returns the next thing to do before the code counts as written down, or `undefined`. */
export function writingLeft(code: string, asked: readonly [number, number], done: WrittenDown): string | undefined {
  const groups = groupsOf(code)
  const open = asked.find((group, index) => !isTyped(done.typed[index], groups[group]))
  if (open !== undefined) return `Type group ${open + 1} to continue`
  return done.isKept ? undefined : 'Tick that you have it to continue'
}
