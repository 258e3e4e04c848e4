import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buyExactIn,
  buyExactOut,
  type CurveTrade,
  isSound,
  prepareCurve,
  priceOf,
  sellExactIn,
  sellExactOut,
} from './quote.ts'

const rates = { protocol: 2_500n, platform: 7_500n, creator: 500n, share: 0n }
const state = {
  total_base_sell: 800n,
  virtual_base: 1_000n,
  virtual_quote: 3_000n,
  real_base: 500n,
  real_quote: 3_000n,
}
const curve = prepareCurve('constantProduct', state, rates)
const fixed = prepareCurve(
  'fixedPrice',
  { ...state, virtual_base: 800n, virtual_quote: 1_600n, real_quote: 1_000n },
  rates,
)
/** Slope 2⁻¹: 500 tokens were sold for 500² / 4. */
const linear = prepareCurve(
  'linearPrice',
  { ...state, virtual_base: 2n ** 63n, virtual_quote: 0n, real_quote: 62_500n },
  rates,
)
const feesOf = ({ protocolFee, platformFee, creatorFee, shareFee }: CurveTrade) => [
  protocolFee,
  platformFee,
  creatorFee,
  shareFee,
]

const bits = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(n => fc.bigInt(1n << BigInt(n - 1), (1n << BigInt(n)) - 1n))

describe('a linear price', () => {
  it('is slope · sold² / 2 to the unit, at whole numbers and very near to them', () => {
    const none = { protocol: 0n, platform: 0n, creator: 0n, share: 0n }
    /** Slopes and amounts at which the price passes near a whole number: powers of two, plus or minus 1 or exact. */
    const round = (max: number) =>
      fc.tuple(fc.integer({ min: 1, max: max }), fc.constantFrom(-1n, 0n, 1n)).map(([n, by]) => (1n << BigInt(n)) + by)
    const numbers = (max: number) => fc.oneof(bits(max), round(max - 1))
    fc.assert(
      fc.property(numbers(64), numbers(56), numbers(55), (slope, held, sold) => {
        if (sold > held) return
        const exact = (base: bigint) => (slope * base * base + 2n ** 65n - 1n) / 2n ** 65n
        const real_quote = exact(held)
        if (real_quote >= 2n ** 64n) return
        const line = { total_base_sell: held + 1n, virtual_base: slope, virtual_quote: 0n, real_base: held, real_quote }
        const paidBack = sellExactIn(prepareCurve('linearPrice', line, none), sold)?.moved
        expect(paidBack).toBe(real_quote - exact(held - sold))
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('a buy', () => {
  it('takes its fees from the payment, rounded up, and rounds the output down', () => {
    // ceil(1,000 · 1.05%) = 11; floor(989 · 500 / (6,000 + 989)) = 70
    expect(buyExactIn(curve, 1_000n)).toMatchObject({ base: 70n, moved: 989n, quote: 1_000n })
  })

  it('splits the fee: platform and creator rounded down, the rest for the protocol', () => {
    // floor(11 · 7,500 / 10,500) = 7, floor(11 · 500 / 10,500) = 0
    expect(feesOf(buyExactIn(curve, 1_000n))).toEqual([4n, 7n, 0n, 0n])
    const shared = prepareCurve('constantProduct', state, { ...rates, share: 4_500n })
    // ceil(1,000 · 1.5%) = 15: 7.5, 0.5 and 4.5 rounded down
    expect(feesOf(buyExactIn(shared, 1_000n))).toEqual([4n, 7n, 0n, 4n])
  })

  it('of an exact output rounds its cost up, and the payment before the fees too', () => {
    // ceil(6,000 · 100 / 400) = 1,500; ceil(1,500 / 0.9895) = 1,516
    expect(buyExactOut(curve, 100n)).toMatchObject({ base: 100n, moved: 1_500n, quote: 1_516n })
    expect(feesOf(buyExactOut(curve, 100n) as CurveTrade)).toEqual([5n, 11n, 0n, 0n])
  })

  it('of more than is left takes the rest', () => {
    expect(buyExactIn(curve, 1_000_000n)).toEqual(buyExactOut(curve, 300n))
    expect(buyExactOut(curve, 301n)).toBeUndefined()
  })

  it('brings nothing if the fee is the whole payment', () => {
    expect(buyExactIn(curve, 1n)).toMatchObject({ base: 0n, moved: 0n })
  })

  it('costs the same anywhere on a fixed price', () => {
    expect(buyExactIn(fixed, 1_000n)).toMatchObject({ base: 300n, quote: 607n })
    expect(buyExactOut(fixed, 100n)).toMatchObject({ moved: 200n, quote: 203n })
  })

  it('costs the area under a linear price', () => {
    // 600² / 4 = 90,000
    expect(buyExactOut(linear, 100n)).toMatchObject({ moved: 27_500n, quote: 27_792n })
    expect(buyExactIn(linear, 27_792n)).toMatchObject({ base: 100n, moved: 27_500n })
    expect(buyExactIn(linear, 27_790n)).toMatchObject({ base: 99n })
  })
})

describe('a sale', () => {
  it("brings the curve's payment, rounded down, minus the fees, rounded up", () => {
    // floor(100 · 6,000 / 600) = 1,000
    expect(sellExactIn(curve, 100n)).toMatchObject({ base: 100n, moved: 1_000n, quote: 989n })
    expect(sellExactIn(fixed, 100n)).toMatchObject({ moved: 200n, quote: 197n })
    // 62,500 − 400² / 4
    expect(sellExactIn(linear, 100n)).toMatchObject({ moved: 22_500n, quote: 22_263n })
  })

  it('for an exact output takes an input that brings at least that', () => {
    expect(sellExactOut(curve, 989n)).toMatchObject({ base: 100n, moved: 1_000n, quote: 989n })
    expect(sellExactOut(fixed, 197n)).toMatchObject({ base: 100n, moved: 200n })
    expect(sellExactOut(linear, 22_263n)).toMatchObject({ base: 100n, moved: 22_500n })
  })

  it('takes no more than was sold, and pays no more than was paid', () => {
    for (const one of [curve, fixed, linear]) {
      expect(sellExactIn(one, 501n)).toBeUndefined()
      expect(sellExactOut(one, one.realQuote)).toBeUndefined()
    }
    expect(sellExactIn({ ...curve, realQuote: 999n }, 500n)).toBeUndefined()
  })
})

describe('rates of zero', () => {
  it('take no fee', () => {
    const free = prepareCurve('constantProduct', state, { protocol: 0n, platform: 0n, creator: 0n, share: 0n })
    expect(feesOf(buyExactIn(free, 1_000n))).toEqual([0n, 0n, 0n, 0n])
    expect(sellExactIn(free, 100n)).toMatchObject({ moved: 1_000n, quote: 1_000n })
    expect(sellExactOut(free, 1_000n)).toMatchObject({ base: 100n })
  })
})

describe('a curve', () => {
  it('is sound while its rest can be sold', () => {
    expect([curve, fixed, linear].map(isSound)).toEqual([true, true, true])
    for (const one of [
      { real_base: 800n },
      { virtual_base: 800n },
      { virtual_quote: 0n },
      { real_quote: 2n ** 64n - 3_000n },
    ])
      expect(isSound(prepareCurve('constantProduct', { ...state, ...one }, rates))).toBe(false)
    expect(isSound({ ...linear, virtualBase: 0n })).toBe(false)
  })

  it('has a price, also before its first sale', () => {
    expect(priceOf('sell', curve)).toEqual({ numerator: 6_000n, denominator: 500n })
    expect(priceOf('buy', curve)).toEqual({ numerator: 500n, denominator: 6_000n })
    expect(priceOf('sell', fixed)).toEqual({ numerator: 1_600n, denominator: 800n })
    expect(priceOf('sell', linear)).toEqual({ numerator: 2n ** 63n * 500n, denominator: 2n ** 64n })
    expect(priceOf('sell', { ...linear, realBase: 0n }).numerator).toBeGreaterThan(0n)
  })
})

describe('fees in doubles', () => {
  const wide = { ...state, total_base_sell: 2n ** 60n, virtual_base: 2n ** 61n, virtual_quote: 2n ** 58n }

  it('equal the fees in whole numbers, for any amount', () => {
    const amounts = fc
      .integer({ min: 1, max: 58 })
      .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
    const anyRate = fc.bigInt(0n, 249_999n)
    const anyRates = fc.record({ protocol: anyRate, platform: anyRate, creator: anyRate, share: anyRate })
    fc.assert(
      fc.property(anyRates, amounts, (some, amount) => {
        const one = prepareCurve('constantProduct', wide, some)
        const trade = buyExactIn(one, amount)
        const fee = (amount * one.totalRate + 999_999n) / 1_000_000n
        fc.pre(trade.quote === amount)
        const part = (rate: bigint) => (one.totalRate === 0n ? 0n : (fee * rate) / one.totalRate)
        const [platform, creator, share] = [part(some.platform), part(some.creator), part(some.share)]
        expect(feesOf(trade)).toEqual([fee - platform - creator - share, platform, creator, share])
      }),
      { numRuns: 2_000 },
    )
  })

  it('on top of an amount equal the fees in whole numbers, also for rates near 100%', () => {
    const even = { ...wide, virtual_quote: wide.virtual_base, real_base: 2n ** 58n, real_quote: 2n ** 58n }
    const rate = fc.bigInt(0n, 249_999n)
    const shares = fc.oneof(rate, fc.constant(undefined))
    fc.assert(
      fc.property(
        fc.record({ platform: rate, creator: rate, share: rate }),
        shares,
        bits(57),
        (some, other, amount) => {
          const given = some.platform + some.creator + some.share
          const protocol = other ?? 999_999n - given
          const one = prepareCurve('fixedPrice', even, { ...some, protocol })
          const rest = 1_000_000n - one.totalRate
          const fee = (amount * 1_000_000n + rest - 1n) / rest - amount
          const part = (rate: bigint) => (one.totalRate === 0n ? 0n : (fee * rate) / one.totalRate)
          const [platform, creator, share] = [part(some.platform), part(some.creator), part(some.share)]
          const fees = [fee - platform - creator - share, platform, creator, share]
          const bought = buyExactOut(one, amount)
          expect(bought?.quote).toBe(amount + fee)
          expect(bought && feesOf(bought)).toEqual(fees)
          const sold = sellExactOut(one, amount)
          if (amount + fee <= one.realQuote) expect(sold && feesOf(sold)).toEqual(fees)
          else expect(sold).toBeUndefined()
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
