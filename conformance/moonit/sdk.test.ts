import {
  ConstantProductCurveV1,
  ConstantProductCurveV2,
  FlatCurveV1,
  LinearCurveV1,
  TradeDirection,
} from '@heliofi/launchpad-common'
import { buyForSol, buyTokens, type Curve, prepareCurve, sellForSol, sellTokens } from '@tern/venues/moonit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshMoonitCurve } from '../../packages/venues/test/moonitPools.ts'
import { proves } from '../src/evidence.ts'
import { runsOf } from '../src/runs.ts'

const evidence = proves('moonit')
const against = '@heliofi/launchpad-common 1.6.25'
const supply = freshMoonitCurve.total_supply
const magnitude = (bits: number) =>
  fc.integer({ min: 1, max: bits }).chain(n => fc.bigInt(1n << BigInt(n - 1), (1n << BigInt(n)) - 1n))
const positions = (max: bigint) => fc.oneof(fc.constant(0n), fc.bigInt(0n, max))

function ours(type: Parameters<typeof prepareCurve>[0], sold: bigint, feeBps: bigint, threshold: bigint, coefB = 25) {
  const state = { ...freshMoonitCurve, curve_amount: supply - sold, marketcap_threshold: threshold, coef_b: coefB }
  return prepareCurve(type, state, feeBps) ?? expect.fail('no curve')
}

/** The curve classes that both constant products and the flat curve share. */
type SdkCurve = ConstantProductCurveV1 | FlatCurveV1
function compare(sdk: SdkCurve, curve: Curve, amount: bigint, feeBps: number) {
  const asked = { amount, curvePosition: curve.sold, platformFeeBps: feeBps }
  const tokens = (tradeDirection: 'BUY' | 'SELL') => sdk.getTokensAmountFromCollateral({ ...asked, tradeDirection })
  const lamports = (tradeDirection: 'BUY' | 'SELL') => sdk.getCollateralAmountFromTokens({ ...asked, tradeDirection })
  expect(buyForSol(curve, amount).tokenAmount).toBe(tokens('BUY'))
  if (amount <= curve.left) {
    const { solAmount, fee } = buyTokens(curve, amount)
    expect(solAmount + fee).toBe(lamports('BUY'))
  }
  if (amount <= curve.sold) {
    const { solAmount, fee } = sellTokens(curve, amount)
    expect(solAmount - fee).toBe(lamports('SELL'))
  }
  const sold = sellForSol(curve, amount)
  if (sold !== undefined) expect(sold.tokenAmount).toBe(tokens('SELL'))
}

describe('the official client', () => {
  it('quotes a constant product as ours', evidence(against), () => {
    fc.assert(
      fc.property(positions(819n * 10n ** 15n), magnitude(63), fc.nat(500), (sold, amount, fee) =>
        compare(
          new ConstantProductCurveV1(),
          ours('constantProductV1', sold, BigInt(fee), 345n * 10n ** 9n),
          amount,
          fee,
        ),
      ),
      { numRuns: runsOf(4_000) },
    )
  })

  it(
    'quotes the second constant product as ours',
    evidence(against, ['exactIn', 'exactOut'], undefined, undefined, ['otherCurve']),
    () => {
      fc.assert(
        fc.property(positions(819n * 10n ** 15n), magnitude(63), fc.nat(500), (sold, amount, fee) =>
          compare(
            new ConstantProductCurveV2(),
            ours('constantProductV2', sold, BigInt(fee), 200n * 10n ** 9n),
            amount,
            fee,
          ),
        ),
        { numRuns: runsOf(4_000) },
      )
    },
  )

  it(
    'quotes a flat price as ours',
    evidence(against, ['exactIn', 'exactOut'], undefined, undefined, ['otherCurve']),
    () => {
      const collected = fc.bigInt(1_000_000_000n, 500_000_000_000n)
      fc.assert(
        fc.property(positions(489n * 10n ** 15n), magnitude(60), collected, fc.nat(500), (sold, amount, paid, fee) =>
          compare(new FlatCurveV1(paid), ours('flatV1', sold, BigInt(fee), paid), amount, fee),
        ),
        { numRuns: runsOf(4_000) },
      )
    },
  )

  it(
    'quotes a linear price as ours, except its missing fee and its whole tokens',
    evidence(against, ['exactIn']),
    () => {
      const sdk = new LinearCurveV1()
      const thresholds = fc.bigInt(60_000_000_000n, 500_000_000_000n)
      fc.assert(
        fc.property(
          positions(549n * 10n ** 15n),
          magnitude(50),
          thresholds,
          fc.integer({ min: 1, max: 25 }),
          (sold, amount, threshold, coefB) => {
            const curve = ours('linearV1', sold, 0n, threshold, coefB)
            const terms = {
              ...{ collateralDecimalsNr: 9, tokenDecimalsNr: 9, marketCapDecimalsNr: 9, totalSupply: supply },
              ...{ marketCapThreshold: threshold, coefB: BigInt(coefB) },
            }
            const price = (tokensAmount: bigint, curvePosition: bigint) =>
              BigInt(sdk.getCollateralPrice({ ...terms, tokensAmount, curvePosition }).toFixed(0))
            expect(Math.abs(Number(buyTokens(curve, amount).solAmount - price(amount, sold)))).toBeLessThanOrEqual(1)
            if (amount <= sold)
              expect(
                Math.abs(Number(sellTokens(curve, amount).solAmount - price(amount, sold - amount))),
              ).toBeLessThanOrEqual(1)
            const bought = buyForSol(curve, amount).tokenAmount
            const asked = { ...terms, collateralAmount: amount, curvePosition: sold, direction: TradeDirection.BUY }
            // The client throws for less than half a token.
            if (bought < 10n ** 9n) return
            const whole = sdk.getTokensNrFromCollateral(asked)
            expect(bought - whole < 10n ** 9n && whole - bought < 10n ** 9n).toBe(true)
          },
        ),
        { numRuns: runsOf(4_000) },
      )
    },
  )
})
