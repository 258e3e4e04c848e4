import { type DerivedKey, deriveKey } from '../deriveKey.ts'
import { accumulator } from './accumulator.ts'
import { dipBuyer } from './dipBuyer.ts'
import type { Habit } from './habit.ts'
import { launcher } from './launcher.ts'
import { liquidityProvider } from './liquidityProvider.ts'
import { momentumTrader } from './momentumTrader.ts'
import { rangeKeeper } from './rangeKeeper.ts'
import { retailer } from './retailer.ts'
import { sniper } from './sniper.ts'
import { whale } from './whale.ts'

/** A trader of the world. */
export interface Maker {
  readonly habit: Habit
  readonly key: DerivedKey
  /** Its share of the world's attempted trades, relative to the other makers' shares. */
  readonly share: number
  /** Its initial balance. */
  readonly lamports: bigint
}

const sol = 1_000_000_000n

/** For each habit: the number of wallets, each wallet's SOL at the start, and the habit's share of all trades. */
const roles: readonly { habit: Habit; wallets: number; sol: bigint; share: number }[] = [
  { habit: rangeKeeper, wallets: 1, sol: 20_000n, share: 15 },
  { habit: whale, wallets: 5, sol: 3_000n, share: 13 },
  { habit: accumulator, wallets: 3, sol: 600n, share: 9 },
  { habit: momentumTrader, wallets: 3, sol: 900n, share: 11 },
  { habit: dipBuyer, wallets: 3, sol: 900n, share: 11 },
  { habit: sniper, wallets: 3, sol: 300n, share: 5 },
  { habit: retailer, wallets: 14, sol: 120n, share: 32 },
  { habit: launcher, wallets: 8, sol: 150n, share: 4 },
  { habit: liquidityProvider, wallets: 4, sol: 2_000n, share: 2 },
]

/** All traders in the world of `seed`, the range keeper first. Their keys are not secret: they derive from the seed. */
export async function castOf(seed: string): Promise<readonly Maker[]> {
  const makers: Maker[] = []
  for (const { habit, wallets, sol: whole, share } of roles)
    for (let n = 0; n < wallets; n++)
      makers.push({
        habit,
        key: await deriveKey(seed, habit === rangeKeeper ? 'market maker' : `${habit.name} ${n}`),
        share: share / wallets,
        lamports: whole * sol,
      })
  return makers
}

/** The makers who launch tokens. */
export const launchersIn = (cast: readonly Maker[]): readonly Maker[] => cast.filter(({ habit }) => habit === launcher)

/** The makers who buy a launch before the others. */
export const snipersIn = (cast: readonly Maker[]): readonly Maker[] => cast.filter(({ habit }) => habit === sniper)

/** The makers who provide liquidity. */
export const providersIn = (cast: readonly Maker[]): readonly Maker[] =>
  cast.filter(({ habit }) => habit === liquidityProvider)

/** The launcher of a venue's `index`th story. */
export const launcherOf = (launchers: readonly Maker[], index: number): Maker | undefined =>
  launchers[index % launchers.length]
