import {
  buyExactOut,
  type Curve,
  type CurveTrade,
  type CurveType,
  initialCurve,
  isSound,
  prepareCurve,
} from '@tern/venues/raydiumLaunchlab/internal'
import fc from 'fast-check'
import type { SdkQuote } from './launchlabSdk.ts'
import { runsOf } from './runs.ts'

export const magnitude = (bits: number) =>
  fc.integer({ min: 1, max: bits }).chain(size => fc.bigInt(1n << BigInt(size - 1), (1n << BigInt(size)) - 1n))
const rate = fc.oneof(fc.constantFrom(0n, 500n, 2_500n, 10_000n), fc.bigInt(0n, 240_000n))
const rates = fc.record({ protocol: rate.map(one => one + 1n), platform: rate, creator: rate, share: rate })
export const millionths = fc.nat(999_999).map(BigInt)

/** Curves in states that trades leave: they received the curve's price, and sometimes slightly more. */
export function curvesOf(type: CurveType): fc.Arbitrary<Curve> {
  const launches = fc.record({ supply: magnitude(60), raised: magnitude(50), part: millionths })
  return fc
    .record({ launch: launches, sold: millionths, more: fc.nat(3).map(BigInt), rates })
    .map(({ launch: { supply, raised, part }, sold, more, rates }) => {
      const total_base_sell = (supply * (500_000n + part / 3n)) / 1_000_000n
      const params = { type, supply, total_base_sell, total_quote_fund_raising: raised, migrate_type: 1 }
      const begun = initialCurve(params, 0n, 0n)
      if (begun === undefined || begun.total_base_sell < 2n || begun.virtual_base === 0n) return undefined
      const real_base = (begun.total_base_sell * sold) / 1_000_000n
      const fresh = prepareCurve(type, { ...begun, real_base: 0n, real_quote: 0n }, { ...none, protocol: 1n })
      const paid = real_base === 0n ? 0n : (buyExactOut({ ...fresh, remaining: real_base }, real_base)?.moved ?? 0n)
      return prepareCurve(type, { ...begun, real_base, real_quote: paid === 0n ? 0n : paid + more }, rates)
    })
    .filter(curve => curve !== undefined)
    .filter(isSound)
}
export const none = { protocol: 0n, platform: 0n, creator: 0n, share: 0n }

export const numbersOf = ({ base, quote, protocolFee, platformFee, creatorFee, shareFee }: CurveTrade) => ({
  ...{ base, quote, protocolFee, platformFee, creatorFee, shareFee },
})
export const theirs = ({ amountA, amountB, fees }: SdkQuote) => ({ base: amountA.amount, quote: amountB, ...fees })
export const runs = { numRuns: runsOf(5_000) }
/** Trades of every size that the curve may see. */
export const withAmount = (type: CurveType) => fc.tuple(curvesOf(type), magnitude(62))
