import type { Address } from '@tern/core'
import type { Genesis } from './genesis.ts'
import type { Maker } from './makers/cast.ts'
import { placeHolders, placeHolding } from './token.ts'
import type { CurvePlacing } from './worldVenue.ts'

/** Percent of the sold tokens: the launcher's first, then other makers'. Holders get the rest. */
const makerPercents = [14n, 9n, 6n, 4n, 3n, 3n, 2n, 2n]
const holderParts = [9n, 6n, 4n, 3n, 2n, 1n, 1n]

/** The tokens that a curve has sold. */
export interface Sold {
  readonly mint: Address
  readonly symbol: string
  /** Raw units. */
  readonly amount: bigint
  readonly kind: Parameters<typeof placeHolding>[1]
}

/**
 * Places a curve's sold tokens in the accounts of makers and of holders who never trade. The launcher gets the most.
 * @returns these makers.
 */
export async function placeSold(
  genesis: Genesis,
  { mint, symbol, amount: sold, kind }: Sold,
  { seed, cast, launcher }: Pick<CurvePlacing, 'seed' | 'cast' | 'launcher'>,
): Promise<readonly Maker[]> {
  const others = cast.slice(1).filter(maker => maker !== launcher)
  // The mint decides where in the cast the other makers begin.
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
  await placeHolders(genesis, kind, { seed, symbol, mint, amount: left, parts: holderParts })
  return makers
}
