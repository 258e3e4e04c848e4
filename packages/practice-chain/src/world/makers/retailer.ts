import { between, buyFor, type Habit, mostlySmall, sellFor, sol } from './habit.ts'

/** A small trader: small trades in many markets, mostly with the crowd. */
export const retailer: Habit = {
  name: 'retailer',
  interest: ({ kind, ageSeconds, held }) => (held > 0 ? 1.5 : kind === 'curve' && ageSeconds < 900 ? 2 : 1),
  decide({ depth, gap, held, gain }, random) {
    const likes = 0.5 + 0.42 * Math.tanh(gap / (0.04 * depth))
    if (held > 0 && (gain > 1.2 || random() > likes))
      return random() < 0.4 ? 'sell all' : sellFor(held * between(0.2, 0.7, random))
    if (random() > likes || held > 0.02 * depth) return undefined
    return buyFor(mostlySmall(0.015, 0.9, random) * sol)
  },
}
