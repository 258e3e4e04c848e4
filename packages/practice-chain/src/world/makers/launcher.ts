import { between, type Habit, sellFor } from './habit.ts'

/** Launches tokens, keeps its first buy for a while, and sells into early enthusiasm or at the end. */
export const launcher: Habit = {
  name: 'launcher',
  interest: ({ held, ageSeconds, gain }) => (held === 0 ? 0 : gain > 0.5 ? 3 : ageSeconds > 1_200 ? 1 : 0),
  decide({ held, gain, gap }, random) {
    if (gain > 0.5 && random() < 0.5) return sellFor(held * between(0.15, 0.4, random))
    return gap < 0 ? sellFor(held * between(0.3, 1, random)) : undefined
  },
}
