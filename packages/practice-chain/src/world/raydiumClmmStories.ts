import { blue, mint, night, orange, pink, sand, sky, violet, white } from './colours.ts'
import type { ConfigIndex, NewPool } from './raydiumClmmPool.ts'
import type { Told } from './worldVenue.ts'

/** A token in a pool of concentrated liquidity. */
export interface RangeStory extends Told {
  readonly decimals: 6 | 9
  /** Whole tokens. */
  readonly supply: bigint
  /** The full-range pool at this price: whole SOL, and the percentage of the supply. */
  readonly poolSol: bigint
  readonly poolPercent: bigint
  /** The pool's age at the beginning of the world. */
  readonly ageMinutes: bigint
  /** The index of the pool's AmmConfig: 1 is 0.25 %, 3 is 1 %. */
  readonly config: ConfigIndex
  readonly ranges: NewPool['ranges']
}

/** A tick to cross every 0.6 % each way, until the liquidity from these ranges has fallen to a twenty-fourth. */
const threads = Array.from({ length: 24 }, (_, i) => ({ reach: (i + 1) * 60, times: 1n }))

/** Most liquid first. */
export const rangeStories: readonly RangeStory[] = [
  {
    symbol: 'HELM',
    name: 'Helm',
    description: 'It stays within sight of the coast, and whoever wants to go further brings a lantern of his own.',
    emblem: { motif: 'boat', ground: night, body: mint, accent: orange },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 900n,
    poolPercent: 45n,
    ageMinutes: 9_700n,
    config: 1,
    ranges: [
      { reach: 1_200, times: 4n },
      { reach: 4_800, times: 2n },
    ],
  },
  {
    symbol: 'LOOM',
    name: 'Loom',
    description: 'A cloth that gets denser towards the middle: there is always one more thread where it matters.',
    emblem: { motif: 'hills', ground: violet, body: pink, accent: sand },
    decimals: 9,
    supply: 50_000_000n,
    poolSol: 310n,
    poolPercent: 40n,
    ageMinutes: 3_050n,
    config: 1,
    ranges: [...threads, { reach: 9_000, times: 1n }],
  },
  {
    symbol: 'NEAP',
    name: 'Neap Table',
    description: 'Comes in twice a day, goes out twice a day, and everybody acts surprised each single time.',
    emblem: { motif: 'waves', ground: sky, body: white, accent: blue },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 95n,
    poolPercent: 55n,
    ageMinutes: 520n,
    config: 3,
    ranges: [{ reach: 6_000, times: 2n }],
  },
]
