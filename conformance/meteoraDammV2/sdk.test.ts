import type { PoolState as SdkPool } from '@meteora-ag/cp-amm-sdk'
import { PublicKey } from '@solana/web3.js'
import type { Address } from '@tern/core'
import {
  customizablePoolAddress,
  decodePoolState,
  type PoolState,
  poolAddress,
  vaultAddress,
} from '@tern/venues/meteoraDammV2'
import {
  configAddress,
  type Direction,
  directionOf,
  isCompounding,
  poolAuthority,
  poolLayout,
  positionAddress,
  positionNftAccountAddress,
  type SwapResult,
  splitFees,
  sqrtPriceOf,
  swapExactIn,
  swapExactOut,
  swapToEdge,
} from '@tern/venues/meteoraDammV2/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DammV2Shape,
  dammV2Clock,
  dammV2LimitedShapes,
  dammV2Shapes,
  dammV2State,
} from '../../packages/venues/test/meteoraDammV2Pools.ts'
import { dammV2Sdk, dammV2SdkName, decodeSdkPool, sdkNumber } from '../src/dammV2Sdk.ts'
import { proves } from '../src/evidence.ts'
import { readRecorded } from '../src/fixtures.ts'
import { runsOf } from '../src/runs.ts'

const evidence = proves('meteora_damm_v2')
const both = (what: string) => evidence(`${dammV2SdkName}, ${what}`)
const directions = ['aToB', 'bToA'] as const
const amounts = fc
  .integer({ min: 1, max: 63 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Every number of a swap as text, or `none` if there is no answer. */
type Answer = readonly string[] | 'none'

function ours(pool: PoolState, result: SwapResult | undefined, direction: 'aToB' | 'bToA', left: bigint): Answer {
  if (result === undefined) return 'none'
  const { claiming, compounding, protocol, referral } = splitFees(pool, result.fee, 'referred')
  const { passage, amountIn, amountOut } = result
  const [a, b] = direction === 'aToB' ? [passage.input, -passage.output] : [-passage.output, passage.input]
  const next = isCompounding(pool)
    ? sqrtPriceOf(pool.token_a_amount + a, pool.token_b_amount + b + compounding)
    : passage.nextSqrtPrice
  return [amountIn, passage.input, left, amountOut, next, claiming, compounding, protocol, referral].map(String)
}

type SdkResult = ReturnType<typeof dammV2Sdk.getSwapResultFromExactInput>

/** @param reserve of the input token, if the reserves determine the price; otherwise 0. */
function theirs(reserve: bigint, ask: () => SdkResult): Answer {
  try {
    const of = ask()
    const fees = [of.claimingFee, of.compoundingFee, of.protocolFee, of.referralFee]
    const amountsOf = [of.includedFeeInputAmount, of.excludedFeeInputAmount, of.amountLeft, of.outputAmount]
    // The SDK's numbers have any size, but the program has no answer beyond 64 bits.
    if (amountsOf.some(amount => amount.bitLength() > 64 || amount.isNeg())) return 'none'
    // The program's reserves are limited too: `token_a_amount.safe_add(amount_in)`
    // (liquidity_handler/compounding_liquidity.rs).
    if (reserve + BigInt(String(of.excludedFeeInputAmount)) >= 1n << 64n) return 'none'
    return [...amountsOf, of.nextSqrtPrice, ...fees].map(String)
  } catch {
    return 'none'
  }
}

const compare = (shape: DammV2Shape, way: 'aToB' | 'bToA', amount: bigint) =>
  comparePool(dammV2State(shape), way, amount, dammV2Clock.unixTimestamp)

/** Both answers for an exact input, a partial fill and an exact output. */
function comparePool(
  pool: PoolState,
  way: 'aToB' | 'bToA',
  amount: bigint,
  point: bigint,
): readonly (readonly [Answer, Answer])[] {
  const sdkPool: SdkPool = decodeSdkPool(poolLayout.encode(pool))
  const direction = directionOf(pool, way)
  const reserve = isCompounding(pool) ? (way === 'aToB' ? pool.token_a_amount : pool.token_b_amount) : 0n
  const sdkWay = way === 'aToB' ? dammV2Sdk.TradeDirection.AtoB : dammV2Sdk.TradeDirection.BtoA
  const mode = dammV2Sdk.getFeeMode(pool.collect_fee_mode, sdkWay, true)
  const [sdkAmount, sdkPoint] = [sdkNumber(amount), sdkNumber(point)]
  const whole = direction && swapExactIn(direction, amount, point)
  const partial = whole ?? (direction && swapToEdge(direction, amount, point))
  const leftOver =
    whole === undefined && partial !== undefined ? leftOf(direction as Direction, amount, partial, point) : 0n
  return [
    [
      ours(pool, whole, way, 0n),
      theirs(reserve, () => dammV2Sdk.getSwapResultFromExactInput(sdkPool, sdkAmount, mode, sdkWay, sdkPoint)),
    ],
    [
      ours(pool, partial, way, leftOver),
      theirs(reserve, () => dammV2Sdk.getSwapResultFromPartialInput(sdkPool, sdkAmount, mode, sdkWay, sdkPoint)),
    ],
    [
      ours(pool, direction && swapExactOut(direction, amount, point), way, 0n),
      theirs(reserve, () => dammV2Sdk.getSwapResultFromExactOutput(sdkPool, sdkAmount, mode, sdkWay, sdkPoint)),
    ],
  ]
}

function leftOf({ fees, isFeeOnInput }: Direction, given: bigint, { passage }: SwapResult, point: bigint): bigint {
  const fee = isFeeOnInput ? (given * fees.ofIncluded(point, given) + 999_999_999n) / 1_000_000_000n : 0n
  return given - fee - passage.input
}

/** The SDK's field names that differ from the last part of their path. */
const sdkNames: Readonly<Record<string, string>> = {
  base_fee: 'data',
  dynamic_fee_initialized: 'initialized',
}

/** Every leaf of a decoded account by its own name. If a name repeats, the last value counts. */
function flat(value: object, into = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const [name, one] of Object.entries(value)) {
    if (Array.isArray(one) && typeof one[0] !== 'object') into.set(name, one.join())
    else if (typeof one === 'object' && one !== null && !('toTwos' in one) && !('toBase58' in one)) {
      if (name !== 'rewardInfos') flat(one, into)
    } else into.set(name, String(one))
  }
  return into
}

const recorded = readRecorded('meteoraDammV2', ['pool1', 'pool2', 'pool3'])

describe(dammV2SdkName, () => {
  const every = evidence(`${dammV2SdkName}, pools of every kind`, undefined, undefined, undefined, ['laterRelease'])
  it('agrees on swaps in pools of every kind', every, () => {
    let answered = 0
    fc.assert(
      fc.property(dammV2Shapes, fc.constantFrom(...directions), amounts, (shape, way, amount) => {
        for (const [our, their] of compare(shape, way, amount)) {
          expect(our).toEqual(their)
          if (our !== 'none') answered++
        }
      }),
      { numRuns: runsOf(4_000) },
    )
    expect(answered).toBeGreaterThan(runsOf(4_000))
  })

  it('agrees on swaps under a rate limiter', both('pools with a rate limiter'), () => {
    let answered = 0
    fc.assert(
      fc.property(dammV2LimitedShapes, fc.constantFrom(...directions), amounts, (shape, way, amount) => {
        for (const [our, their] of compare(shape, way, amount)) {
          expect(our).toEqual(their)
          if (our !== 'none') answered++
        }
      }),
      { numRuns: runsOf(2_000) },
    )
    expect(answered).toBeGreaterThan(runsOf(2_000))
  })

  it('agrees on swaps in recorded pools', both('recorded mainnet pools'), () => {
    let answered = 0
    for (const { data } of recorded.values()) {
      const pool = decodePoolState(data)
      const point = pool.activation_type === 0 ? 400_000_000n : dammV2Clock.unixTimestamp
      for (const way of directions)
        for (let amount = 1n; amount < 1n << 50n; amount = amount * 3n + 1n)
          for (const [our, their] of comparePool(pool, way, amount, point)) {
            expect(our).toEqual(their)
            if (our !== 'none') answered++
          }
    }
    expect(answered).toBeGreaterThan(300)
  })

  it('decodes every field of recorded pools alike', () => {
    for (const { data } of recorded.values()) {
      const pool = decodePoolState(data)
      const theirs = flat(decodeSdkPool(data))
      const found = Object.entries(pool).filter(([name]) => !/padding/.test(name))
      for (const [name, value] of found) {
        const key = sdkNames[name] ?? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        const their = theirs.get(key)
        if (value instanceof Uint8Array) {
          if (name !== 'reward_infos') expect(their, name).toBe([...value].join())
        } else expect(their, name).toBe(String(value))
      }
    }
  })

  it('derives the same addresses', async () => {
    const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => new PublicKey(bytes))
    await fc.assert(
      fc.asyncProperty(keys, keys, keys, fc.bigInt(0n, 1_000n), async (a, b, c, index) => {
        const [mintA, mintB, config] = [a, b, c].map(key => key.toBase58() as Address) as [Address, Address, Address]
        const expected = [
          [dammV2Sdk.derivePoolAuthority(), poolAuthority],
          [dammV2Sdk.deriveConfigAddress(sdkNumber(index)), await configAddress(index)],
          [dammV2Sdk.derivePoolAddress(c, a, b), await poolAddress(config, mintA, mintB)],
          [dammV2Sdk.derivePoolAddress(c, b, a), await poolAddress(config, mintA, mintB)],
          [dammV2Sdk.deriveCustomizablePoolAddress(a, b), await customizablePoolAddress(mintA, mintB)],
          [dammV2Sdk.deriveTokenVaultAddress(a, c), await vaultAddress(mintA, config)],
          [dammV2Sdk.derivePositionAddress(a), await positionAddress(mintA)],
          [dammV2Sdk.derivePositionNftAccount(a), await positionNftAccountAddress(mintA)],
        ] as const
        for (const [their, our] of expected) expect(our).toBe(their.toBase58())
      }),
      { numRuns: 20 },
    )
  })
})
