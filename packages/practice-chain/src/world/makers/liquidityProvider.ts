import { between, type Habit, sellFor } from './habit.ts'

/**
 * Deposits in pools and withdraws again, see `provideLiquidity`. It buys tokens only for a deposit. As a trader, it
 * sells the tokens that its withdrawals leave over.
 */
export const liquidityProvider: Habit = {
  name: 'liquidity provider',
  interest: ({ kind, held, depth }) => (kind === 'pool' && held > 0.01 * depth ? 1 : 0),
  decide: ({ held }, random) => (held === 0 ? undefined : sellFor(held * between(0.3, 0.7, random))),
}
