import { between, buyFor, type Habit, sellFor } from './habit.ts'

/** Buys rising tokens because they rise, and sells at the first sign of a fall. */
export const momentumTrader: Habit = {
  name: 'momentum trader',
  interest({ held, change }) {
    if (held > 0) return 2
    const rise = change(600)
    return rise > 0.015 ? Math.min(3, 20 * rise) : 0
  },
  decide({ depth, gap, held, change, gain }, random) {
    if (held > 0 && (change(240) < -0.01 || gain < -0.08 || gap < -0.05 * depth)) return 'sell all'
    if (held > 0 && gain > 0.6) return sellFor(held / 3)
    if (change(600) < 0.015 || gap < 0 || held > 0.03 * depth) return undefined
    return buyFor(depth * between(0.002, 0.012, random))
  },
}
