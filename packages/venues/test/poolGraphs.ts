import { type Address, type Clock, encodeBase58 } from '@tern/core'
import fc from 'fast-check'
import type { Pool } from '../src/venue.ts'
import { boopCurves } from './boopPools.ts'
import { dammV1Pools } from './meteoraDammV1Pools.ts'
import { dammV2Clock, dammV2Pools, flatFee, makeDammV2Pool } from './meteoraDammV2Pools.ts'
import { dbcPools } from './meteoraDbcPools.ts'
import { moonitCurves } from './moonitPools.ts'
import { ammPools } from './pumpAmmPools.ts'
import { pumpCurves } from './pumpfunPools.ts'
import { ammV4Pools } from './raydiumAmmV4Pools.ts'
import { clmmPools, makeClmmPool } from './raydiumClmmPools.ts'
import { cpmmPools, makeCpmmPool } from './raydiumCpmmPools.ts'
import { launchlabPools } from './raydiumLaunchlabPools.ts'
import { stablePools } from './raydiumStablePools.ts'
import type { PoolCase } from './venueContract.ts'

/** Returns the address of token, or pool, number `n`. */
export function numberedAddress(kind: 'token' | 'pool', n: number): Address {
  const bytes = new Uint8Array(32).fill(kind === 'token' ? 1 : 2)
  new DataView(bytes.buffer).setUint32(0, n)
  return encodeBase58(bytes) as Address
}

/** Opens a made-up pool between two tokens of a graph. It is quoted at its own moment. */
export function relabelled(
  { venue, address, accounts, clock, mint }: PoolCase,
  as: Address,
  tokens: readonly [Address, Address],
): Pool {
  const pool = venue.open(address, accounts, mint)
  const [a, b] = pool.tokens
  const inside = (token: Address): Address => (token === tokens[0] ? a.mint : token === tokens[1] ? b.mint : token)
  const outside = (token: Address): Address => (token === a.mint ? tokens[0] : tokens[1])
  const { hasExactOut, changesWith } = pool
  return {
    ...pool,
    address: as,
    tokens: [
      { ...a, mint: tokens[0] },
      { ...b, mint: tokens[1] },
    ],
    ...(hasExactOut && { hasExactOut: token => hasExactOut(inside(token)) }),
    ...(changesWith && { changesWith: () => changesWith(clock) }),
    quote(request) {
      const quote = pool.quote({ ...request, tokenIn: inside(request.tokenIn) }, clock)
      return {
        ...quote,
        request,
        tokenIn: outside(quote.tokenIn),
        tokenOut: outside(quote.tokenOut),
        fees: quote.fees.map(fee => ({ ...fee, mint: outside(fee.mint) })),
      }
    },
  }
}

/** A market: tokens whose pools agree on their values, apart from a few percent. */
export interface Market {
  readonly tokens: readonly Address[]
  readonly pools: readonly Pool[]
}

export const anyClock: Clock = dammV2Clock

/** Numbers from 0 to 1, from a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const kinds: readonly fc.Arbitrary<PoolCase>[] = [
  ...[cpmmPools, clmmPools, dammV2Pools, dbcPools, ammPools, pumpCurves, launchlabPools],
  ...[ammV4Pools, dammV1Pools, stablePools, boopCurves, moonitCurves],
]

/** Joins random tokens by pools of every venue, at any price and of any state. */
export function anyGraph(seed: number, tokenCount: number, poolCount: number): Market {
  const random = randomFrom(seed)
  const tokens = Array.from({ length: tokenCount }, (_, n) => numberedAddress('token', n))
  const perKind = Math.ceil(poolCount / kinds.length)
  const cases = kinds.flatMap((kind, n) => fc.sample(kind, { seed: seed + n, numRuns: perKind }))
  const pools = cases
    .slice(0, poolCount)
    .map((one, n) => relabelled(one, numberedAddress('pool', n), twoOf(tokens, random)))
  return { tokens, pools }
}

function twoOf(tokens: readonly Address[], random: () => number): [Address, Address] {
  // A few tokens are hubs.
  const pick = () => Math.floor(random() ** 2 * tokens.length)
  const a = pick()
  let b = pick()
  while (b === a) b = pick()
  return [tokens[a] as Address, tokens[b] as Address]
}

/** Joins random tokens by pools whose prices agree apart from a percent, as on a chain. */
export function marketGraph(seed: number, tokenCount: number, poolCount: number): Market {
  const random = randomFrom(seed)
  const tokens = Array.from({ length: tokenCount }, (_, n) => numberedAddress('token', n))
  const values = tokens.map(() => 10 ** (random() * 4 - 2))
  const worthOf = (token: Address) => values[tokens.indexOf(token)] as number
  const pools = Array.from({ length: poolCount }, (_, n) => {
    const pair = twoOf(tokens, random)
    const price = (worthOf(pair[0]) / worthOf(pair[1])) * (1 + (random() - 0.5) / 50)
    const depth = 10 ** (9 + random() * 4) / worthOf(pair[0])
    return relabelled(marketPool(random, price, depth), numberedAddress('pool', n), pair)
  })
  return { tokens, pools }
}

function marketPool(random: () => number, price: number, depth: number): PoolCase {
  const kind = random()
  const fee = [0.0001, 0.0005, 0.0025, 0.01][Math.floor(random() * 4)] as number
  if (kind < 0.5) {
    const reserves = [BigInt(Math.floor(depth)), BigInt(Math.floor(depth * price))] as const
    return makeCpmmPool({ reserves, config: { trade_fee_rate: BigInt(Math.round(fee * 1e6)) } })
  }
  const root = Math.sqrt(price)
  const liquidity = BigInt(Math.floor(depth * root))
  if (kind < 0.7) {
    const sqrt_price = BigInt(Math.floor(root * 2 ** 64))
    return makeDammV2Pool({
      baseFee: flatFee(BigInt(Math.round(fee * 1e9))),
      state: { sqrt_price, liquidity: liquidity << 64n },
    })
  }
  const tickSpacing = 10
  const tick = Math.round(Math.log(price) / Math.log(1.0001))
  const at = (offset: number) => (Math.floor(tick / tickSpacing) + offset) * tickSpacing
  const ranges = [
    { lower: at(-500), upper: at(500), liquidity },
    { lower: at(-40), upper: at(60), liquidity: liquidity * BigInt(Math.floor(random() * 20)) + 1n },
    { lower: at(-5), upper: at(4), liquidity: liquidity * BigInt(Math.floor(random() * 60)) + 1n },
  ]
  return makeClmmPool({ tickSpacing, tick, ranges, config: { trade_fee_rate: Math.round(fee * 1e6) } })
}
