import type { Address } from '@tern/core'
import type { Genesis } from './genesis.ts'
import type { Maker } from './makers/cast.ts'
import { placeHolders, placeHolding } from './token.ts'
import type { CurvePlacing } from './worldVenue.ts'

/** Who holds what of the tokens sold, in percent, by their position among the makers; the others hold the rest. */
const makerPercents = [14n, 9n, 6n, 4n, 3n, 3n, 2n, 2n]
const holderParts = [9n, 6n, 4n, 3n, 2n, 1n, 1n]

/** What a curve has sold. */
export interface Sold {
  readonly mint: Address
  readonly symbol: string
  /** Raw units. */
  readonly amount: bigint
  readonly kind: Parameters<typeof placeHolding>[1]
}

/**
 * Places what a curve sold in the accounts of makers, of whom the one who launched it has the most, and of people who never
 * trade. @returns those makers.
 */
export async function placeSold(
  genesis: Genesis,
  { mint, symbol, amount: sold, kind }: Sold,
  { seed, cast, launcher }: Pick<CurvePlacing, 'seed' | 'cast' | 'launcher'>,
): Promise<readonly Maker[]> {
  const others = cast.slice(1).filter(maker => maker !== launcher)
  // From one place of the cast on.
  const first = mint.charCodeAt(3) + mint.charCodeAt(7)
  const makers: Maker[] = []
  let left = sold
  for (const [index, percent] of makerPercents.entries()) {
    const maker = index === 0 ? launcher : others[(first + 5 * index) % others.length]
    if (maker === undefined) continue
    const amount = (sold * percent) / 100n
    left -= amount
    await placeHolding(genesis, kind, { mint, owner: maker.key.address, amount })
    makers.push(maker)
  }
  await placeHolders(genesis, kind, { seed, symbol, mint, amount: left }, holderParts)
  return makers
}
