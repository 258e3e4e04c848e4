import fc from 'fast-check'
import type { Direction } from '../src/raydiumClmm/bitmap.ts'
import type { DynamicFeeInfo } from '../src/raydiumClmm/layout.ts'
import { loadSteps } from '../src/raydiumClmm/stepwise.ts'
import { sqrtPriceAtTick } from '../src/raydiumClmm/tick.ts'
import { type ClmmShape, makeClmmPool, type Orders, type Range } from './raydiumClmmAccounts.ts'
import type { PoolCase } from './venueContract.ts'

// Tests open pools of every type at once, without `accountsToRead`.
await loadSteps()

export { type ClmmShape, clmmAddresses, clmmClock, makeClmmPool } from './raydiumClmmAccounts.ts'

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const transferFees = fc.option(fc.record({ bps: fc.nat(1_000), newerBps: fc.nat(1_000), maximum: magnitudes(64) }), {
  nil: undefined,
})

/** Bits of liquidity that keep every amount of a pool around this tick well within 64 bits. */
const liquidityBits = (tick: number) => Math.max(4, Math.floor(50 - Math.abs(tick) * 0.000_073))

/** A few ranges around or next to a tick, in spacings. */
const rangesAround = (tick: number, spacing: number): fc.Arbitrary<readonly Range[]> =>
  fc.array(
    fc
      .record({
        middle: fc.integer({ min: -150, max: 150 }),
        half: fc.integer({ min: 1, max: 90 }),
        liquidity: magnitudes(liquidityBits(tick)),
      })
      .map(({ middle, half, liquidity }) => {
        const at = Math.floor(tick / spacing) + middle
        return { lower: (at - half) * spacing, upper: (at + half) * spacing, liquidity }
      }),
    { minLength: 1, maxLength: 8 },
  )

const dynamicFees: fc.Arbitrary<Partial<DynamicFeeInfo>> = fc.record({
  filter_period: fc.integer({ min: 1, max: 60 }),
  decay_period: fc.integer({ min: 61, max: 900 }),
  reduction_factor: fc.integer({ min: 1, max: 9_999 }),
  dynamic_fee_control: fc.integer({ min: 1, max: 99_999 }),
  max_volatility_accumulator: fc.integer({ min: 10_000, max: 400_000 }),
  volatility_reference: fc.nat(200_000),
  volatility_accumulator: fc.nat(400_000),
  last_update_timestamp: fc.bigInt(1_799_999_000n, 1_800_000_000n),
})

/** The further features that a made-up pool may have. */
export interface ClmmKinds {
  readonly dynamicFee?: boolean
  readonly feeOn?: boolean
  readonly orders?: boolean
  readonly transferFees?: boolean
  /** Prices at which a unit of a token is worth millions of the other. */
  readonly far?: boolean
}

/** Shapes of pools that the program can create. */
export function clmmShapes(kinds: ClmmKinds): fc.Arbitrary<ClmmShape> {
  return fc
    .record({
      tickSpacing: fc.constantFrom(1, 10, 60, 120),
      tick: fc.integer(kinds.far === true ? { min: -330_000, max: 330_000 } : { min: -20_000, max: 20_000 }),
      within: fc.nat(999),
      tradeFeeRate: fc.oneof(fc.constantFrom(100, 500, 2_500, 10_000), fc.integer({ min: 1, max: 99_999 })),
      feeOn: kinds.feeOn === true ? fc.integer({ min: 0, max: 2 }) : fc.constant(0),
      dynamicFee: kinds.dynamicFee === true ? fc.option(dynamicFees, { nil: undefined }) : fc.constant(undefined),
      transferFees:
        kinds.transferFees === true
          ? fc.tuple(transferFees, transferFees)
          : fc.constant([undefined, undefined] as const),
    })
    .chain(one =>
      fc.record({
        ...{ one: fc.constant(one), ranges: rangesAround(one.tick, one.tickSpacing) },
        orders: kinds.orders === true ? ordersAround(one.tick, one.tickSpacing) : fc.constant([]),
      }),
    )
    .map(({ one, ranges, orders }) => {
      const { tickSpacing, tick, within, tradeFeeRate, feeOn, dynamicFee, transferFees: taxes } = one
      const reference = Math.floor(tick / tickSpacing) + (tradeFeeRate % 7) - 3
      return {
        ...{ tickSpacing, tick, within, ranges, orders },
        state: { fee_on: feeOn },
        config: { trade_fee_rate: tradeFeeRate },
        transferFees: taxes,
        ...(dynamicFee && { dynamicFee: { ...dynamicFee, tick_spacing_index_reference: reference } }),
      }
    })
}

/** The end of a swap: a number of spacings, plus thousandths of the distance from that tick to the next. */
export interface Stop {
  readonly spacings: number
  readonly within: number
}

/** Near and far, mostly at a tick at which a position may end or an order wait. */
export const stops: fc.Arbitrary<Stop> = fc.record({
  spacings: fc.oneof(fc.nat(9), fc.nat(240)),
  within: fc.oneof(fc.constant(0), fc.nat(999)),
})

/** Returns the price limit of a swap that ends there, ahead of the pool's price. */
export function limitAt({ tick, tickSpacing }: ClmmShape, direction: Direction, { spacings, within }: Stop): bigint {
  const below = Math.floor(tick / tickSpacing)
  const at = (direction === 'zeroForOne' ? below - 1 - spacings : below + 1 + spacings) * tickSpacing
  const from = sqrtPriceAtTick(at)
  return from + ((sqrtPriceAtTick(at + 1) - from) * BigInt(within)) / 1_000n
}

/** Orders at a few different ticks. */
function ordersAround(tick: number, spacing: number): fc.Arbitrary<readonly Orders[]> {
  const bits = liquidityBits(tick)
  return fc.uniqueArray(
    fc.record({
      tick: fc.integer({ min: -100, max: 100 }).map(at => (Math.floor(tick / spacing) + at) * spacing),
      fresh: magnitudes(bits),
      begun: fc.oneof(fc.constant(0n), magnitudes(bits)),
    }),
    { minLength: 0, maxLength: 4, selector: ({ tick }) => tick },
  )
}

/** Pools of every type that the program can create. */
export const clmmPools: fc.Arbitrary<PoolCase> = fc
  .oneof(
    clmmShapes({ transferFees: true }),
    clmmShapes({ feeOn: true }),
    clmmShapes({ dynamicFee: true }),
    clmmShapes({ orders: true }),
  )
  .map(makeClmmPool)
