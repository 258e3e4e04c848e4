import { type Address, isTernError, wrappedNativeMint } from '@tern/core'
import type { Quote, SpecialCase } from '@tern/venues'
import { bonk, raydiumLaunchlab } from '@tern/venues/raydiumLaunchlab'
import {
  bonkPlatforms,
  buyExactIn,
  buyExactOut,
  type Curve,
  type CurveType,
  curveTypes,
  initialCurve,
  prepareCurve,
  sellExactIn,
  sellExactOut,
} from '@tern/venues/raydiumLaunchlab/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  launchlabClock,
  launchlabMint,
  makeLaunchlabPool,
  transferFees,
} from '../../packages/venues/test/raydiumLaunchlabPools.ts'
import { proves } from '../src/evidence.ts'
import { curvesOf, magnitude, millionths, none, numbersOf, runs, theirs, withAmount } from '../src/launchlabCurves.ts'
import { askSdk, type SdkFees } from '../src/launchlabSdk.ts'
import { runsOf } from '../src/runs.ts'
import { raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydium_launchlab')

describe.each(['constantProduct', 'fixedPrice'] as const)('the SDK, %s', type => {
  const specialCases: readonly SpecialCase[] = type === 'constantProduct' ? [] : ['otherCurve']

  it('buys alike for an exact input', evidence(raydiumSdkName, ['exactIn'], undefined, 'B→A', specialCases), () => {
    let completing = 0
    fc.assert(
      fc.property(withAmount(type), ([curve, amount]) => {
        const trade = buyExactIn(curve, amount)
        if (trade.quote < amount) completing++
        expect(numbersOf(trade)).toEqual(theirs(askSdk('buyExactIn', curve, amount)))
      }),
      runs,
    )
    expect(completing).toBeGreaterThan(runsOf(100))
  })

  it('buys an exact output alike', evidence(raydiumSdkName, ['exactOut'], undefined, 'B→A', specialCases), () => {
    fc.assert(
      fc.property(withAmount(type), ([curve, amount]) => {
        const asked = (amount % curve.remaining) + 1n
        const trade = buyExactOut(curve, asked)
        expect(trade && numbersOf(trade)).toEqual(theirs(askSdk('buyExactOut', curve, asked)))
      }),
      runs,
    )
  })

  it('sells an exact input alike', evidence(raydiumSdkName, ['exactIn'], undefined, 'A→B', specialCases), () => {
    fc.assert(
      fc.property(withAmount(type), ([curve, amount]) => {
        fc.pre(curve.realBase > 0n)
        const sold = (amount % curve.realBase) + 1n
        const trade = sellExactIn(curve, sold)
        // The SDK does not check if the curve has as much.
        if (trade !== undefined) expect(numbersOf(trade)).toEqual(theirs(askSdk('sellExactIn', curve, sold)))
      }),
      runs,
    )
  })

  it('sells for an exact output alike', evidence(raydiumSdkName, ['exactOut'], undefined, 'A→B', specialCases), () => {
    fc.assert(
      fc.property(withAmount(type), ([curve, amount]) => {
        fc.pre(curve.realQuote > 1n)
        const asked = (amount % curve.realQuote) + 1n
        const trade = sellExactOut(curve, asked)
        if (trade === undefined) expect(() => askSdk('sellExactOut', curve, asked)).toThrow()
        else expect(numbersOf(trade)).toEqual(theirs(askSdk('sellExactOut', curve, asked)))
      }),
      runs,
    )
  })
})

describe('the SDK, and pools of bonk as the venue opens them', () => {
  /** Opens a pool with the state of `curve` on a bonk platform. The SDK gets the same fees. */
  const opened = (curve: Curve, platform: Address) => {
    const { realBase, realQuote, virtualBase, virtualQuote, remaining, rates } = curve
    const { address, accounts } = makeLaunchlabPool({
      state: {
        ...{ total_base_sell: realBase + remaining, virtual_base: virtualBase, virtual_quote: virtualQuote },
        ...{ real_base: realBase, real_quote: realQuote },
      },
      config: { trade_fee_rate: rates.protocol },
      rates: { fee_rate: rates.platform, creator_fee_rate: rates.creator },
      platform,
    })
    return bonk.open(address, accounts)
  }
  const cases = fc
    .tuple(curvesOf('constantProduct'), magnitude(62), fc.constantFrom(...bonkPlatforms))
    .map(([{ rates, ...curve }, amount, platform]) => {
      const { virtualBase: virtual_base, virtualQuote: virtual_quote, realBase: real_base, realQuote } = curve
      const state = { virtual_base, virtual_quote, real_base, real_quote: realQuote }
      const total_base_sell = real_base + curve.remaining
      return {
        curve: prepareCurve('constantProduct', { ...state, total_base_sell }, { ...rates, share: 0n }),
        ...{ amount, platform },
      }
    })
  const check = (method: Parameters<typeof askSdk>[0], max: (curve: Curve) => bigint) => {
    const [isBuy, isIn] = [method.startsWith('buy'), method.endsWith('In')]
    let compared = 0
    fc.assert(
      fc.property(cases, ({ curve, amount, platform }) => {
        fc.pre(max(curve) > 0n)
        const asked = (amount % max(curve)) + 1n
        const request = {
          tokenIn: isBuy ? wrappedNativeMint : launchlabMint,
          ...(isIn ? { exactIn: asked } : { exactOut: asked }),
        }
        let quote: Quote
        try {
          quote = opened(curve, platform).quote(request, launchlabClock)
        } catch (error) {
          if (isTernError(error, 'quote/nothingOut') || isTernError(error, 'quote/beyondReserves')) return
          throw error
        }
        const { base, quote: other, protocolFee, platformFee, creatorFee } = theirs(askSdk(method, curve, asked))
        expect([quote.amountIn, quote.amountOut]).toEqual(isBuy ? [other, base] : [base, other])
        expect(quote.fees.map(({ amount }) => amount)).toEqual([
          protocolFee,
          platformFee,
          ...(creatorFee > 0n ? [creatorFee] : []),
        ])
        compared++
      }),
      runs,
    )
    expect(compared).toBeGreaterThan(runsOf(2_000))
  }
  const evidence = proves('bonk')

  it('buy alike for an exact input', evidence(raydiumSdkName, ['exactIn'], undefined, 'B→A'), () => {
    check('buyExactIn', () => 1n << 62n)
  })
  it('buy an exact output alike', evidence(raydiumSdkName, ['exactOut'], undefined, 'B→A'), () => {
    check('buyExactOut', ({ remaining }) => remaining)
  })
  it('sell an exact input alike', evidence(raydiumSdkName, ['exactIn'], undefined, 'A→B'), () => {
    check('sellExactIn', ({ realBase }) => realBase)
  })
  it('sell for an exact output alike', evidence(raydiumSdkName, ['exactOut'], undefined, 'A→B'), () => {
    check('sellExactOut', ({ realQuote }) => (realQuote > 1n ? realQuote : 0n))
  })
})

// The SDK takes square roots with decimals and rounds half up. An on-chain program has integer roots, which it rounds
// down.
// So with integers a buy gives at most a unit less, and an exact-output sale takes at most a unit more.
// Either way, the trader gets at least the quote.
describe('the SDK, linearPrice', () => {
  const type = 'linearPrice'

  it(
    'brings at most a unit more for an exact input',
    evidence(raydiumSdkName, ['exactIn'], undefined, 'B→A', ['otherCurve']),
    () => {
      let differing = 0
      fc.assert(
        fc.property(withAmount(type), ([curve, amount]) => {
          const ours = buyExactIn(curve, amount)
          fc.pre(ours.moved > 0n)
          const their = theirs(askSdk('buyExactIn', curve, amount))
          const excess = their.base - ours.base
          // The additional unit may exceed the rest of the curve. Then the SDK charges its cost, and Tern takes the
          // whole input.
          if (excess === 0n && ours.base < curve.remaining) expect(numbersOf(ours)).toEqual(their)
          else if (excess === 0n) expect(ours.quote - their.quote).toBeGreaterThanOrEqual(0n)
          else {
            differing++
            expect(excess).toBe(1n)
          }
        }),
        runs,
      )
      expect(differing).toBeGreaterThan(0)
    },
  )

  it('buys an exact output alike', evidence(raydiumSdkName, ['exactOut'], undefined, 'B→A', ['otherCurve']), () => {
    fc.assert(
      fc.property(withAmount(type), ([curve, amount]) => {
        const asked = (amount % curve.remaining) + 1n
        const their = theirs(askSdk('buyExactOut', curve, asked))
        const ours = buyExactOut(curve, asked)
        // If earlier rounding has paid for it already, the output is free in the SDK and costs a unit here.
        if (their.quote > 0n) expect(ours && numbersOf(ours)).toEqual(their)
        else expect(ours?.moved).toBe(1n)
      }),
      runs,
    )
  })

  it('sells an exact input alike', evidence(raydiumSdkName, ['exactIn'], undefined, 'A→B', ['otherCurve']), () => {
    fc.assert(
      fc.property(withAmount(type), ([curve, amount]) => {
        fc.pre(curve.realBase > 0n)
        const sold = (amount % curve.realBase) + 1n
        const trade = sellExactIn(curve, sold)
        if (trade !== undefined) expect(numbersOf(trade)).toEqual(theirs(askSdk('sellExactIn', curve, sold)))
      }),
      runs,
    )
  })

  it(
    'takes at most a unit less for an exact output',
    evidence(raydiumSdkName, ['exactOut'], undefined, 'A→B', ['otherCurve']),
    () => {
      fc.assert(
        fc.property(withAmount(type), ([curve, amount]) => {
          fc.pre(curve.realQuote > 1n)
          const asked = (amount % curve.realQuote) + 1n
          const ours = sellExactOut(curve, asked)
          if (ours === undefined || ours.base === 1n) return
          const their = theirs(askSdk('sellExactOut', curve, asked))
          expect([0n, 1n]).toContain(ours.base - their.base)
        }),
        runs,
      )
    },
  )
})

describe('the SDK, with a transfer fee on the token', () => {
  const shapes = fc.tuple(fc.constantFrom(...curveTypes), transferFees, millionths)
  const opened = ([type, fees, part]: [CurveType, SdkFees, bigint]) => {
    const params = { type, supply: 10n ** 15n, total_base_sell: 793_100_000_000_000n }
    const begun = initialCurve({ ...params, total_quote_fund_raising: 85_000_000_000n, migrate_type: 1 }, 0n, 0n)
    if (begun === undefined) return expect.fail('no curve')
    const real_base = (begun.total_base_sell * part) / 1_000_000n
    const fresh = prepareCurve(type, { ...begun, real_base: 0n, real_quote: 0n }, none)
    const real_quote = real_base === 0n ? 0n : (buyExactOut(fresh, real_base)?.moved ?? 0n)
    const { address, accounts } = makeLaunchlabPool({
      ...{ type, transferFees: fees, state: { ...begun, real_base, real_quote } },
    })
    const pool = raydiumLaunchlab.open(address, accounts)
    const curve = prepareCurve(type, { ...begun, real_base, real_quote }, paid)
    return { pool, curve }
  }
  /** The default fees of `makeLaunchlabPool`. */
  const paid = { protocol: 2_500n, platform: 7_500n, creator: 500n, share: 0n }
  const quoted = <T>(quote: () => T): T | undefined => {
    try {
      return quote()
    } catch {
      return undefined
    }
  }
  const near = (a: bigint, b: bigint) => expect([-1n, 0n, 1n]).toContain(a - b)

  it(
    'buys and sells alike for an exact input',
    evidence(`${raydiumSdkName}, transfer fees`, ['exactIn'], undefined, undefined, ['transferFee']),
    () => {
      fc.assert(
        fc.property(shapes, magnitude(48), (shape, amount) => {
          const { pool, curve } = opened(shape)
          const bought = quoted(() => pool.quote({ tokenIn: wrappedNativeMint, exactIn: amount }, launchlabClock))
          if (bought !== undefined) {
            const their = askSdk('buyExactIn', curve, amount, shape[1])
            near(their.amountA.amount - their.amountA.fee, bought.amountOut)
            if (shape[0] !== 'linearPrice')
              expect([bought.amountIn, bought.amountOut]).toEqual([
                their.amountB,
                their.amountA.amount - their.amountA.fee,
              ])
          }
          const sold = quoted(() => pool.quote({ tokenIn: launchlabMint, exactIn: amount }, launchlabClock))
          if (sold !== undefined) expect(sold.amountOut).toBe(askSdk('sellExactIn', curve, amount, shape[1]).amountB)
        }),
        { numRuns: runsOf(2_000) },
      )
    },
  )

  it(
    'sells alike for an exact output',
    evidence(`${raydiumSdkName}, transfer fees`, ['exactOut'], undefined, 'A→B', ['transferFee']),
    () => {
      fc.assert(
        fc.property(shapes, magnitude(40), (shape, amount) => {
          const { pool, curve } = opened(shape)
          const sold = quoted(() => pool.quote({ tokenIn: launchlabMint, exactOut: amount }, launchlabClock))
          if (sold === undefined || shape[0] === 'linearPrice') return
          expect(sold.amountIn).toBe(askSdk('sellExactOut', curve, amount, shape[1]).amountA.amount)
        }),
        { numRuns: runsOf(2_000) },
      )
    },
  )

  // `getTransferAmountFeeFromPost` returns an amount that includes the fee, and `Curve.buyExactOut` adds the fee again.
  // So the SDK takes more from the vault than the arriving amount plus its fee.
  it('counts the fee of an exact output twice', () => {
    let differing = 0
    fc.assert(
      fc.property(shapes, magnitude(48), (shape, amount) => {
        const { pool, curve } = opened(shape)
        const bought = quoted(() => pool.quote({ tokenIn: wrappedNativeMint, exactOut: amount }, launchlabClock))
        if (bought === undefined) return
        const fee = bought.fees.find(({ kind }) => kind === 'transfer')?.amount ?? 0n
        expect(bought.amountIn).toBe(buyExactOut(curve, amount + fee)?.quote)
        const twice = buyExactOut(curve, amount + 2n * fee)
        if (twice === undefined || twice.moved === 1n) return
        if (fee > 0n) differing++
        expect(askSdk('buyExactOut', curve, amount, shape[1]).amountB).toBe(twice.quote)
      }),
      { numRuns: runsOf(2_000) },
    )
    expect(differing).toBeGreaterThan(0)
  })
})
