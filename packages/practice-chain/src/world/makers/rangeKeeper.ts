import { between, buyFor, type Habit, sellFor } from './habit.ts'

/** Keeps pools near their fair price: sells above it, buys below it, and trades a little both ways in between. */
export const rangeKeeper: Habit = {
  name: 'range keeper',
  interest: ({ kind, depth, gap }) => (kind === 'pool' ? 0.5 + Math.min(5, 60 * (Math.abs(gap) / depth)) : 0),
  decide({ depth, gap, held }, random) {
    const away = gap / depth
    const lamports = depth * between(0.0004, 0.003, random)
    const isBuy = Math.abs(away) < 0.004 ? random() < 0.5 : away > 0
    const size = Math.abs(away) < 0.004 ? lamports : Math.min(0.012 * depth, Math.abs(gap) * between(0.2, 0.6, random))
    if (!isBuy) return held > size ? sellFor(size) : undefined
    return buyFor(size)
  },
}
