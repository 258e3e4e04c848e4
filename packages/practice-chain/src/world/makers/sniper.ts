import { between, buyFor, type Habit, sellFor, sol } from './habit.ts'

/** Buys a launch in its first slots, and sells again within minutes. */
export const sniper: Habit = {
  name: 'sniper',
  interest({ kind, ageSeconds, held, gain, heldSeconds }) {
    if (kind !== 'curve') return 0
    if (held > 0) return gain > 0.3 || heldSeconds > 45 ? 30 : 0
    return ageSeconds < 20 ? 30 : 0
  },
  decide({ held, gain, heldSeconds }, random) {
    if (held === 0) return buyFor(between(0.2, 1.6, random) * sol)
    if (gain > 0.9) return sellFor(held / 2)
    return gain > 0.3 || heldSeconds > between(45, 240, random) ? 'sell all' : undefined
  },
}
