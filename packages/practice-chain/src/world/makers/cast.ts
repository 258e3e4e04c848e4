import { type DerivedKey, deriveKey } from '../deriveKey.ts'
import { accumulator } from './accumulator.ts'
import { dipBuyer } from './dipBuyer.ts'
import type { Habit } from './habit.ts'
import { launcher } from './launcher.ts'
import { momentumTrader } from './momentumTrader.ts'
import { rangeKeeper } from './rangeKeeper.ts'
import { retailer } from './retailer.ts'
import { sniper } from './sniper.ts'
import { whale } from './whale.ts'

/** Somebody who trades in the world. */
export interface Maker {
  readonly habit: Habit
  readonly key: DerivedKey
  /** How many of the world's trades it tries to make, against the others' shares. */
  readonly share: number
  /** What it begins with, and is brought back to when it runs low. */
  readonly lamports: bigint
}

const sol = 1_000_000_000n

/** Who trades: how many wallets of a habit there are, what each begins with, and the habit's share of all trades. */
const roles: readonly { habit: Habit; wallets: number; sol: bigint; share: number }[] = [
  { habit: rangeKeeper, wallets: 1, sol: 20_000n, share: 15 },
  { habit: whale, wallets: 5, sol: 3_000n, share: 13 },
  { habit: accumulator, wallets: 3, sol: 600n, share: 9 },
  { habit: momentumTrader, wallets: 3, sol: 900n, share: 11 },
  { habit: dipBuyer, wallets: 3, sol: 900n, share: 11 },
  { habit: sniper, wallets: 3, sol: 300n, share: 5 },
  { habit: retailer, wallets: 14, sol: 120n, share: 32 },
  { habit: launcher, wallets: 8, sol: 150n, share: 4 },
]

/** Everybody who trades in the world of `seed`, the range keeper first. Their keys are no secret: they follow from the seed. */
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

/** Those among the makers who launch tokens. */
export const launchersIn = (cast: readonly Maker[]): readonly Maker[] => cast.filter(({ habit }) => habit === launcher)

/** Those who buy a launch before anybody else. */
export const snipersIn = (cast: readonly Maker[]): readonly Maker[] => cast.filter(({ habit }) => habit === sniper)

/** Who launched the token of a venue's `index`th story: one of those who launch tokens. */
export const launcherOf = (launchers: readonly Maker[], index: number): Maker | undefined =>
  launchers[index % launchers.length]
