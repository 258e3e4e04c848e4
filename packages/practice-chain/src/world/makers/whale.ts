import { between, buyFor, type Habit, sellFor } from './habit.ts'

/** Trades rarely, and moves a market far towards its fair price by itself. */
export const whale: Habit = {
  name: 'whale',
  interest({ depth, gap, held }) {
    const away = Math.abs(gap) / depth
    if (away < 0.02 || (gap < 0 && held === 0)) return 0
    return Math.min(6, 25 * away)
  },
  decide({ kind, depth, gap, held }, random) {
    const max = depth * (kind === 'curve' ? 0.09 : 0.035)
    const lamports = Math.min(max, Math.abs(gap) * between(0.35, 0.75, random))
    if (gap < 0) return held > 0 ? sellFor(Math.min(held, lamports)) : undefined
    return held > 0.5 * depth ? undefined : buyFor(lamports)
  },
}
