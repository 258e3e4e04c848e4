import type { BaseFee } from '@tern/venues/meteoraDammV2'
import { cream, forest, green, night, pink, plum, sand, sky, slate, white, yellow } from './colours.ts'
import type { Told } from './worldVenue.ts'

/** A token in a DAMM v2 pool, and the pool at its beginning. */
export interface DammV2Story extends Told {
  readonly decimals: 6 | 9
  /** Absent: a plain SPL token. */
  readonly token2022?: { readonly transferFeeBps: number }
  /** Whole tokens. */
  readonly supply: bigint
  /** Whole SOL in the pool at the beginning of the world. */
  readonly poolSol: bigint
  /** The approximate percentage of the supply in the pool at the beginning of the world. */
  readonly poolPercent: bigint
  /** The pool's age at the beginning of the world. */
  readonly ageMinutes: bigint
  /** `range`: prices from 1/9 to 9 times the first; `all`: every price; `compounding`: fees stay in the reserves. */
  readonly liquidity: 'all' | 'range' | 'compounding'
  readonly baseFee: BaseFee
  /** `true` if the fee grows with volatility. */
  readonly isVolatile: boolean
}

const flat = (numerator: bigint): BaseFee => ({
  ...{ mode: 'timeLinear', cliff_fee_numerator: numerator, number_of_period: 0 },
  ...{ period_frequency: 0n, reduction_factor: 0n },
})

/** The tokens in DAMM v2 pools of every seeded world, most liquid first. */
export const dammV2Stories: readonly DammV2Story[] = [
  {
    symbol: 'HERON',
    name: 'Heron',
    description: 'It stands on one leg in the shallows all day and is right about the weather once.',
    emblem: { motif: 'bird', ground: slate, body: white, accent: sky, pattern: 'rain' },
    ...{ decimals: 6, supply: 1_000_000_000n, poolSol: 640n, poolPercent: 45n, ageMinutes: 11_520n },
    ...{ liquidity: 'all', baseFee: flat(2_500_000n), isVolatile: true },
  },
  {
    symbol: 'QUAY',
    name: 'Quay',
    description: 'Everything that arrives is tied up here for a while, and a little of it always stays.',
    emblem: { motif: 'anchor', ground: sand, body: night, accent: cream },
    ...{ decimals: 9, supply: 50_000_000n, poolSol: 310n, poolPercent: 60n, ageMinutes: 7_200n },
    ...{ liquidity: 'compounding', baseFee: flat(10_000_000n), isVolatile: false },
  },
  {
    symbol: 'EMBERS',
    name: 'Last Embers',
    description: 'The fire was very dear to sit by at first, and cools down a little every hour.',
    emblem: { motif: 'flame', ground: forest, body: yellow, accent: pink, pattern: 'dunes' },
    ...{ decimals: 6, supply: 420_000_000n, poolSol: 140n, poolPercent: 35n, ageMinutes: 300n },
    ...{ liquidity: 'range', isVolatile: false },
    baseFee: {
      ...{ mode: 'timeExponential', cliff_fee_numerator: 200_000_000n, number_of_period: 24, period_frequency: 1_800n },
      reduction_factor: 1_200n,
    },
  },
  {
    symbol: 'MOTH',
    name: 'Lamp Moth',
    description: 'Each time it changes hands it leaves some dust behind, and nobody can say why.',
    emblem: { motif: 'bee', ground: plum, body: cream, accent: green, pattern: 'corner' },
    ...{ decimals: 6, token2022: { transferFeeBps: 100 }, supply: 10_000_000n, poolSol: 55n, poolPercent: 50n },
    ...{ ageMinutes: 1_440n, liquidity: 'all', baseFee: flat(4_000_000n), isVolatile: true },
  },
]
