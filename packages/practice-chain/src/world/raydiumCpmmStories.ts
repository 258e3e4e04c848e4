import { blue, green, mint, night, orange, pink, sand, sky, violet, white, yellow } from './colours.ts'
import type { Token2022Kind } from './tokenAccounts.ts'
import type { Told } from './worldVenue.ts'

/** A token in a CPMM pool, and the pool at its beginning. */
export interface PoolStory extends Told {
  readonly decimals: 6 | 9
  /** Absent: a plain SPL token. */
  readonly token2022?: Token2022Kind
  /** Whole tokens. */
  readonly supply: bigint
  /** Whole SOL in the pool at the beginning of the world. */
  readonly poolSol: bigint
  /** The percentage of the supply in the pool at the beginning of the world. */
  readonly poolPercent: bigint
  /** The pool's age at the beginning of the world. */
  readonly ageMinutes: bigint
  /** The index of the pool's AmmConfig: 0 is 0.25 %, 1 is 1 %. */
  readonly config: 0 | 1
  /** Absent: no creator fee. */
  readonly creatorFeeOn?: 'bothTokens' | 'wrappedSol'
}

/** The twelve established tokens of every seeded world, most liquid first. */
export const poolStories: readonly PoolStory[] = [
  {
    symbol: 'KITE',
    name: 'Kite',
    description: 'A club of kite builders that lets the price hang on the wind and the string on a promise.',
    emblem: { motif: 'kite', ground: green, body: sky, accent: orange },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 2_000n,
    poolPercent: 40n,
    ageMinutes: 30_240n,
    config: 0,
  },
  {
    symbol: 'MOSS',
    name: 'Moss Garden',
    description: 'Soft, slow and impossible to sweep away: it grows a little over everything that stands still.',
    emblem: { motif: 'hills', ground: mint, body: orange, accent: white },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 1_150n,
    poolPercent: 35n,
    ageMinutes: 12_960n,
    config: 0,
  },
  {
    symbol: 'FERN',
    name: 'Fern',
    description: 'Older than flowers and in no hurry, it unrolls one frond for each full moon.',
    emblem: { motif: 'leaf', ground: blue, body: green, accent: mint },
    decimals: 9,
    supply: 100_000_000n,
    poolSol: 820n,
    poolPercent: 50n,
    ageMinutes: 20_160n,
    config: 0,
  },
  {
    symbol: 'GULL',
    name: 'Gull Season',
    description: 'It steals chips from tourists and tells everybody that each of them was ten.',
    emblem: { motif: 'waves', ground: white, body: blue, accent: sky },
    decimals: 6,
    token2022: { transferFeeBps: 0, multiplier: 10 },
    supply: 100_000_000n,
    poolSol: 540n,
    poolPercent: 45n,
    ageMinutes: 7_200n,
    config: 0,
  },
  {
    symbol: 'OTTR',
    name: 'Otter Post',
    description: 'Letters carried upriver by otters, who keep three in a hundred as a toll for their trouble.',
    emblem: { motif: 'cat', ground: sand, body: white, accent: pink },
    decimals: 6,
    token2022: { transferFeeBps: 300 },
    supply: 500_000_000n,
    poolSol: 410n,
    poolPercent: 40n,
    ageMinutes: 4_320n,
    config: 0,
  },
  {
    symbol: 'EMBR',
    name: 'Ember Works',
    description: 'A small foundry that pays whoever lit it a little out of every trade, in whatever was paid.',
    emblem: { motif: 'flame', ground: night, body: orange, accent: yellow },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 275n,
    poolPercent: 55n,
    ageMinutes: 1_860n,
    config: 0,
    creatorFeeOn: 'bothTokens',
  },
  {
    symbol: 'LAMP',
    name: 'Lamplighter',
    description: 'Walks the same street every evening; each holder has one lamp and nobody goes home in the dark.',
    emblem: { motif: 'lantern', ground: violet, body: white, accent: yellow },
    decimals: 9,
    supply: 21_000_000n,
    poolSol: 190n,
    poolPercent: 30n,
    ageMinutes: 2_880n,
    config: 0,
  },
  {
    symbol: 'SLOOP',
    name: 'Sloop',
    description: 'One mast, one cook and a map that somebody drew from memory on the back of a menu.',
    emblem: { motif: 'boat', ground: sky, body: white, accent: yellow },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 120n,
    poolPercent: 50n,
    ageMinutes: 1_140n,
    config: 1,
  },
  {
    symbol: 'CAIRN',
    name: 'Cairn',
    description: 'Everyone who passes adds one stone, so that the next one in the fog finds the way.',
    emblem: { motif: 'mountain', ground: green, body: blue, accent: white },
    decimals: 6,
    supply: 10_000_000n,
    poolSol: 85n,
    poolPercent: 60n,
    ageMinutes: 660n,
    config: 0,
  },
  {
    symbol: 'PUDL',
    name: 'Puddle',
    description: 'It rained once and they built a harbour; the creator takes a drop of every splash, in SOL.',
    emblem: { motif: 'face', ground: yellow, body: sky, accent: pink },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 55n,
    poolPercent: 65n,
    ageMinutes: 360n,
    config: 1,
    creatorFeeOn: 'wrappedSol',
  },
  {
    symbol: 'DUSK',
    name: 'Dusk',
    description: 'The quarter of an hour in which every window in town is the same colour as the sky.',
    emblem: { motif: 'moon', ground: night, body: violet, accent: white },
    decimals: 9,
    supply: 77_000_000n,
    poolSol: 34n,
    poolPercent: 70n,
    ageMinutes: 170n,
    config: 0,
  },
  {
    symbol: 'CLAM',
    name: 'Quiet Clam',
    description: 'It has an opinion about everything and has not been heard to say a word since the last tide.',
    emblem: { motif: 'shell', ground: pink, body: white, accent: violet },
    decimals: 6,
    supply: 1_000_000_000n,
    poolSol: 20n,
    poolPercent: 75n,
    ageMinutes: 48n,
    config: 0,
  },
]
