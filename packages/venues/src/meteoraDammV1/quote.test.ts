import type { Ratio } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from '../../fixtures/meteoraDammV1/goldenQuotes.json' with { type: 'json' }
import { unlockedAmount } from '../meteoraVault/internal.ts'
import { feeOf, feesOn } from './fees.ts'
import { type Curve, deposited, type Holding, swapExactIn, swapExactOut } from './quote.ts'
import { computeD, computeY } from './stableCurve.ts'

type GoldenState = (typeof golden.states)[number]

function holding(vault: GoldenState['vaultA'], supply: string, share: string, time: string): Holding {
  const funds = {
    total_amount: BigInt(vault.total),
    last_updated_locked_profit: BigInt(vault.lastLocked),
    last_report: BigInt(vault.lastReport),
    locked_profit_degradation: BigInt(vault.degradation),
  }
  const amount = unlockedAmount(funds, BigInt(time))
  const reserve = (BigInt(share) * amount) / BigInt(supply)
  return { total: funds.total_amount, amount, supply: BigInt(supply), share: BigInt(share), reserve }
}

function goldenCurve(state: GoldenState, aToB: boolean): Curve {
  const a = holding(state.vaultA, state.lpSupplyA, state.poolLpA, state.time)
  const b = holding(state.vaultB, state.lpSupplyB, state.poolLpB, state.time)
  const rates = {
    trade_fee_numerator: BigInt(state.fees.tn),
    trade_fee_denominator: BigInt(state.fees.td),
    protocol_trade_fee_numerator: BigInt(state.fees.pn),
    protocol_trade_fee_denominator: BigInt(state.fees.pd),
    partner_fee_numerator: 0n,
  }
  const { stable } = state
  const [priceA, priceB] = stable?.depeg === true ? [1_000_000n, BigInt(stable.vp ?? 0)] : [1n, 1n]
  const [factorA, factorB] = [BigInt(stable?.mA ?? 1) * priceA, BigInt(stable?.mB ?? 1) * priceB]
  const amp = BigInt(stable?.amp ?? 1)
  const scaled = [a.reserve * factorA, b.reserve * factorB] as const
  const root = aToB ? computeD(amp, ...scaled) : computeD(amp, scaled[1], scaled[0])
  const [d, steps] = [root?.value ?? 0n, root?.steps ?? 0]
  return {
    rates,
    source: aToB ? a : b,
    destination: aToB ? b : a,
    unlent: BigInt(aToB ? state.reserveB : state.reserveA),
    stable: stable && { amp, d, steps, factors: aToB ? [factorA, factorB] : [factorB, factorA] },
  }
}

describe('golden quotes', () => {
  it.each(golden.states)('$name', state => {
    const vectors = golden.vectors.filter(vector => vector.state === state.name)
    expect(vectors).toHaveLength(18)
    for (const { aToB, amountIn, refused, ...expected } of vectors) {
      const result = swapExactIn(goldenCurve(state, aToB), BigInt(amountIn))
      // If the program would take an input for nothing, there is no quote.
      if (refused !== undefined || expected.amountOut === '0') expect(result).toBeTypeOf('string')
      else
        expect(result).toMatchObject({
          amountOut: BigInt(expected.amountOut ?? -1),
          protocolFee: BigInt(expected.protocolFee ?? -1),
          tradeFee: BigInt(expected.tradeFee ?? -1),
        })
    }
  })
})

/** A small pool in vaults with earnings or losses. */
const smallHolding = fc
  .record({
    supply: fc.bigInt(1n, 3_000n),
    amount: fc.bigInt(1n, 9_000n),
    part: fc.bigInt(1n, 100n),
  })
  .map(({ supply, amount, part }): Holding => {
    const share = (supply * part + 99n) / 100n
    return { supply, amount, total: amount, share, reserve: (share * amount) / supply }
  })
  .filter(({ reserve }) => reserve > 0n)
const smallRates = fc.record({
  trade_fee_numerator: fc.bigInt(0n, 30n),
  trade_fee_denominator: fc.constant(100n),
  protocol_trade_fee_numerator: fc.bigInt(0n, 100n),
  protocol_trade_fee_denominator: fc.constant(100n),
  partner_fee_numerator: fc.constant(0n),
})
const smallCurve: fc.Arbitrary<Curve> = fc
  .record({ rates: smallRates, source: smallHolding, destination: smallHolding })
  .map(one => ({ ...one, unlent: one.destination.total, stable: undefined }))

describe('an exact output of a constant product', () => {
  it('costs the smallest input that brings it, of all inputs', () => {
    fc.assert(
      fc.property(smallCurve, fc.bigInt(1n, 2_000n), (curve, amountOut) => {
        const quoted = swapExactOut(curve, amountOut)
        let min: bigint | undefined
        for (let amountIn = 1n; amountIn <= 6_000n && min === undefined; amountIn++) {
          const result = swapExactIn(curve, amountIn)
          if (typeof result !== 'string' && result.amountOut >= amountOut) min = amountIn
        }
        if (min !== undefined) expect(quoted).toMatchObject({ amountIn: min })
        else if (typeof quoted !== 'string') expect(quoted.amountIn).toBeGreaterThan(6_000n)
      }),
      { numRuns: 400 },
    )
  })
})

describe('fees', () => {
  it('are at least a unit, unless the rate or the amount is zero', () => {
    expect([feeOf(1n, 1n, 100_000n), feeOf(0n, 1n, 100n), feeOf(10n ** 9n, 0n, 100n)]).toEqual([1n, 0n, 0n])
    expect(feeOf(199_999n, 250n, 100_000n)).toBe(499n)
  })

  it('give the protocol a part of the trade fee', () => {
    const rates = {
      ...{ trade_fee_numerator: 1_000n, trade_fee_denominator: 100_000n, partner_fee_numerator: 0n },
      ...{ protocol_trade_fee_numerator: 20_000n, protocol_trade_fee_denominator: 100_000n },
    }
    expect(feesOn(rates, 100_000n)).toEqual({ trade: 800n, protocol: 200n })
    // A fee of a unit is the protocol's.
    expect(feesOn(rates, 5n)).toEqual({ trade: 0n, protocol: 1n })
  })
})

describe('a deposit', () => {
  it('counts as much as the shares that it buys, rounded down', () => {
    const half = { amount: 1_500n, total: 1_500n, supply: 1_000n, share: 500n, reserve: 750n }
    expect(deposited(half, 100n)).toBe(99n)
    expect(deposited({ ...half, amount: 1_000n, reserve: 500n }, 100n)).toBe(100n)
    expect(deposited({ ...half, total: 2n ** 64n - 50n }, 100n)).toBeUndefined()
  })
})

describe('the stable curve', () => {
  const price = ({ numerator, denominator }: Ratio) => Number(numerator) / Number(denominator)

  it('is flat near equal reserves and steep far from these', () => {
    const d = computeD(100n, 10n ** 12n, 10n ** 12n)?.value ?? 0n
    expect(d).toBe(2n * 10n ** 12n)
    const bought = 10n ** 12n - (computeY(100n, 10n ** 12n + 10n ** 9n, d)?.value ?? 0n)
    expect(price({ numerator: bought, denominator: 10n ** 9n })).toBeCloseTo(1, 4)
    expect(computeY(100n, 10n ** 16n, d)?.value).toBeLessThan(10n ** 9n)
  })

  it('has the same result and steps with 64-bit arithmetic as with wide numbers', () => {
    /** The iteration of `compute_y_raw2`, in wide numbers alone. */
    const wideY = (amp: bigint, x: bigint, d: bigint) => {
      const c = (((d * d) / (2n * x)) * d) / (4n * amp)
      const b = d / (2n * amp) + x - d
      let y = d
      for (let steps = 1; steps <= 256; steps++) {
        const [numerator, denominator] = [y * y + c, 2n * y + b]
        if (numerator >= 2n ** 192n || denominator <= 0n) return undefined
        const next = numerator / denominator
        const change = next - y
        y = next
        if (change <= 1n && change >= -1n) return y < 2n ** 128n ? { value: y, steps } : undefined
      }
      return y < 2n ** 128n ? { value: y, steps: 256 } : undefined
    }
    const ofBits = (max: number) =>
      fc.integer({ min: 1, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
    const balanced = fc.tuple(ofBits(62), fc.bigInt(1n, 1_000n)).map(([d, share]) => [(d * share) / 1_000n + 1n, d])
    const any = fc.tuple(ofBits(64), ofBits(64))
    fc.assert(
      fc.property(fc.bigInt(1n, 10_000n), fc.oneof(balanced, any), (amp, [x = 1n, d = 1n]) => {
        expect(computeY(amp, x, d)).toEqual(wideY(amp, x, d))
      }),
      { numRuns: 5_000 },
    )
  })

  it('has no result beyond the numbers of the program', () => {
    expect(computeD(100n, 2n ** 127n, 1n)).toBeUndefined()
    expect(computeD(0n, 5n, 5n)).toBeUndefined()
    expect(computeY(100n, 1n, 2n ** 97n)).toBeUndefined()
  })
})
