import { readFileSync } from 'node:fs'
import type { BaseFee } from '@tern/venues/meteoraDammV2/internal'
import type { ConfigIndex, NewPool } from '../programs/raydiumClmm/world/pool.ts'
import type { Emblem } from './emblem.ts'
import type { Fate } from './launches/fate.ts'
import type { Token2022Kind } from './tokenAccounts.ts'
import type { Described } from './worldVenue.ts'

/** A token on a curve, without anything special. */
export interface DbcStory extends Described {
  /** Its age at the beginning of the world. */
  readonly ageMinutes: number
  readonly fate: Fate
}

/** A Moonit token. */
export interface MoonitStory extends DbcStory {
  readonly curve: 'constantProductV1' | 'linearV1' | 'flatV1'
}

/** A pump.fun coin. */
export interface CurveStory extends DbcStory {
  /** The launching instruction: `create` makes an SPL mint, `create_v2` a Token-2022 mint. */
  readonly launch: 'create' | 'create_v2'
  /** The curve's special kind. */
  readonly special?: 'cashback' | 'mayhem'
}

/** A LaunchLab token. */
export interface LaunchlabStory extends DbcStory {
  /** The launchpad: Raydium's own, or LetsBonk. */
  readonly platform: 'raydium' | 'bonk'
  /** The launching instruction: `v2` makes an SPL mint, `token2022` a Token-2022 mint. */
  readonly launch: 'v2' | 'token2022'
  /** The token's transfer fee, for Token-2022 only. Unset: no fee. */
  readonly transferFeeBps?: number
}

/** A token in a pool, and the pool at its beginning. */
export interface PooledStory extends Described {
  readonly decimals: 6 | 9
  /** Whole tokens. */
  readonly supply: bigint
  /** Whole SOL in the pool at the beginning of the world. */
  readonly poolSol: bigint
  /** The percentage of the supply in the pool at the beginning of the world. */
  readonly poolPercent: bigint
  /** The pool's age at the beginning of the world. */
  readonly ageMinutes: bigint
}

/** A token in a CPMM pool. */
export interface PoolStory extends PooledStory {
  /** Absent: a plain SPL token. */
  readonly token2022?: Token2022Kind
  /** The index of the pool's AmmConfig: 0 is 0.25 %, 1 is 1 %. */
  readonly config: 0 | 1
  /** Absent: no creator fee. */
  readonly creatorFeeOn?: 'bothTokens' | 'wrappedSol'
}

/** A token in a pool of concentrated liquidity. The amounts are those of the full-range pool at the same price. */
export interface RangeStory extends PooledStory {
  /** The index of the pool's AmmConfig: 1 is 0.25 %, 3 is 1 %. */
  readonly config: ConfigIndex
  readonly ranges: NewPool['ranges']
}

/** A token in a DAMM v2 pool. Its `poolPercent` is approximate. */
export interface DammV2Story extends PooledStory {
  /** Absent: a plain SPL token. */
  readonly token2022?: { readonly transferFeeBps: number }
  /** `range`: prices from 1/9 to 9 times the first; `all`: every price; `compounding`: fees stay in the reserves. */
  readonly liquidity: 'all' | 'range' | 'compounding'
  readonly baseFee: Extract<BaseFee, { readonly mode: 'timeLinear' | 'timeExponential' }>
  /** `true` if the fee grows with volatility. */
  readonly isVolatile: boolean
}

/** A token in a stable pool. At the beginning of the world, the pool holds as many whole tokens as SOL. */
export type StableStory = PooledStory

/** A token in a DAMM v1 pool. */
export interface DammV1Story extends PooledStory {
  /** The trade fee in parts of 100,000. A fifth of it is the protocol's. */
  readonly tradeFee: bigint
  /** Percent of the LP tokens that are locked. */
  readonly lockedPercent: bigint
}

type Json<T> = T extends bigint ? number : T extends object ? { readonly [K in keyof T]: Json<T[K]> } : T

interface Stories {
  /** The colours of the emblems, by name. */
  readonly colours: Readonly<Record<string, string>>
  readonly boop: readonly DbcStory[]
  readonly moonit: readonly MoonitStory[]
  readonly pumpfun: readonly CurveStory[]
  readonly raydiumLaunchlab: readonly LaunchlabStory[]
  readonly meteoraDbc: readonly DbcStory[]
  readonly believe: readonly DbcStory[]
  readonly raydiumCpmm: readonly Json<PoolStory>[]
  readonly raydiumClmm: readonly Json<RangeStory>[]
  readonly meteoraDammV1: readonly Json<DammV1Story>[]
  readonly meteoraDammV2: readonly Json<DammV2Story>[]
  readonly raydiumAmmV4: readonly Json<PooledStory>[]
  readonly raydiumStable: readonly Json<StableStory>[]
}

const { colours, ...stories }: Stories = JSON.parse(readFileSync(new URL('stories.json', import.meta.url), 'utf8'))

/** Replaces names of colours. Other colours are written out. */
function painted<T extends { readonly emblem: Emblem }>(story: T): T {
  const { ground, body, accent, ...drawn } = story.emblem
  const of = (colour: string): string => colours[colour] ?? colour
  return { ...story, emblem: { ...drawn, ground: of(ground), body: of(body), accent: of(accent) } }
}

/** The file holds these amounts as JSON numbers: all are below 2^53. */
const pooled = <T extends Json<PooledStory>>(story: T) => ({
  ...painted(story),
  supply: BigInt(story.supply),
  poolSol: BigInt(story.poolSol),
  poolPercent: BigInt(story.poolPercent),
  ageMinutes: BigInt(story.ageMinutes),
})

/** The boop.fun tokens of a seeded world, oldest first. */
export const boopStories: readonly DbcStory[] = stories.boop.map(painted)

/** The Moonit tokens of a seeded world, oldest first. */
export const moonitStories: readonly MoonitStory[] = stories.moonit.map(painted)

/** The pump.fun coins of a seeded world, oldest first. */
export const curveStories: readonly CurveStory[] = stories.pumpfun.map(painted)

/** The LaunchLab tokens of a seeded world, oldest first. */
export const launchlabStories: readonly LaunchlabStory[] = stories.raydiumLaunchlab.map(painted)

/** Tokens of an unnamed Meteora launchpad, oldest first. */
export const dbcStories: readonly DbcStory[] = stories.meteoraDbc.map(painted)

/** Tokens of believe, oldest first. */
export const believeStories: readonly DbcStory[] = stories.believe.map(painted)

/** The twelve established tokens of every seeded world, most liquid first. */
export const poolStories: readonly PoolStory[] = stories.raydiumCpmm.map(pooled)

/**
 * The tokens in pools of concentrated liquidity, most liquid first. LOOM has a tick to cross every 0.6 % each way, until
 * the liquidity from these ranges has fallen to a twenty-fourth.
 */
export const rangeStories: readonly RangeStory[] = stories.raydiumClmm.map(story => ({
  ...pooled(story),
  ranges: story.ranges.map(({ reach, times }) => ({ reach, times: BigInt(times) })),
}))

/** The tokens in DAMM v2 pools of every seeded world, most liquid first. */
export const dammV2Stories: readonly DammV2Story[] = stories.meteoraDammV2.map(story => ({
  ...pooled(story),
  baseFee: {
    ...story.baseFee,
    cliff_fee_numerator: BigInt(story.baseFee.cliff_fee_numerator),
    period_frequency: BigInt(story.baseFee.period_frequency),
    reduction_factor: BigInt(story.baseFee.reduction_factor),
  },
}))

/** The tokens in AMM v4 pools of every seeded world, most liquid first. */
export const ammV4Stories: readonly PooledStory[] = stories.raydiumAmmV4.map(pooled)

/** The tokens in Raydium's stable pools. */
export const stableStories: readonly StableStory[] = stories.raydiumStable.map(pooled)

/** The tokens in DAMM v1 pools of every seeded world, most liquid first. */
export const dammV1Stories: readonly DammV1Story[] = stories.meteoraDammV1.map(story => ({
  ...pooled(story),
  tradeFee: BigInt(story.tradeFee),
  lockedPercent: BigInt(story.lockedPercent),
}))
