import { between, buyFor, type Habit, sellFor } from './habit.ts'

/** Waits for prices to fall, buys, and sells again at a slightly higher price. */
export const dipBuyer: Habit = {
  name: 'dip buyer',
  interest({ ageSeconds, depth, held, gap }) {
    if (held > 0) return 1.5
    return ageSeconds > 180 && gap > -0.02 * depth ? 1 : 0
  },
  decide({ depth, gap, held, gain, heldSeconds, below }, random) {
    if (held > 0 && (gain > between(0.03, 0.1, random) || gap < -0.06 * depth))
      return sellFor(held * between(0.4, 1, random))
    if (held > 0 && heldSeconds > 3 * 3_600) return 'sell all'
    const fall = below(1_800)
    if (fall < 0.03 || held > 0.04 * depth) return undefined
    return buyFor(depth * Math.min(0.012, fall / 12) * between(0.5, 1, random))
  },
}
