import { between, buyFor, type Habit, sellFor, sol } from './habit.ts'

/** Buys small amounts of the same few tokens all the time, and trims positions that have grown too large. */
export const accumulator: Habit = {
  name: 'accumulator',
  interest: ({ kind, ageSeconds, held, gap, depth }) => {
    if (gap < -0.08 * depth) return held > 0 ? 2 : 0
    return kind === 'pool' ? 1 : ageSeconds > 900 ? 0.5 : 0
  },
  decide({ depth, gap, held }, random) {
    if (held > 0 && gap < -0.08 * depth) return sellFor(held * between(0.3, 0.7, random))
    if (held > 0.03 * depth) return sellFor(held * between(0.3, 0.5, random))
    return buyFor(between(0.08, 0.25, random) * sol)
  },
}
