import type { DynamicFeeInfo } from '@tern/venues/raydiumClmm/internal'
import { describe, expect, it } from 'vitest'
import { clmmClock, makeClmmPool } from '../../packages/venues/test/raydiumClmmPools.ts'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'

/** A pool as it was read before its trades were simulated on mainnet, and the output of each. */
interface Simulated {
  readonly pool: string
  readonly tickSpacing: number
  readonly tradeFeeRate: number
  readonly feeOn: number
  readonly dynamicFee?: Omit<DynamicFeeInfo, 'padding' | 'last_update_timestamp'> & { last_update_timestamp: number }
  readonly sqrtPriceX64: string
  readonly liquidity: string
  readonly tick: number
  /** Each tick, and the liquidity that is added when the price rises past it. */
  readonly ticks: readonly (readonly [number, string])[]
  readonly swaps: readonly Swap[]
}

interface Swap {
  readonly zeroForOne: boolean
  readonly amountIn: string
  readonly amountOut: string
  readonly unixTimestamp: number
}

const all = readFixture<readonly Simulated[]>('raydiumClmm/simulated.json')

/** The venue's own pool. Its ticks become ranges that end beyond all ticks that were read. */
function opened({ tick, tickSpacing, ticks, ...of }: Simulated) {
  const far = Math.floor(443_000 / tickSpacing) * tickSpacing
  const { venue, address, accounts } = makeClmmPool({
    ...{ tick, tickSpacing, config: { trade_fee_rate: of.tradeFeeRate } },
    ranges: ticks.map(([at, net]) =>
      BigInt(net) > 0n
        ? { lower: at, upper: far, liquidity: BigInt(net) }
        : { lower: -far, upper: at, liquidity: -BigInt(net) },
    ),
    state: { liquidity: BigInt(of.liquidity), sqrt_price_x64: BigInt(of.sqrtPriceX64), fee_on: of.feeOn },
    ...(of.dynamicFee && {
      dynamicFee: { ...of.dynamicFee, last_update_timestamp: BigInt(of.dynamicFee.last_update_timestamp) },
    }),
  })
  return venue.open(address, accounts)
}

const swaps = all.flatMap(one => one.swaps.map(swap => ({ one, swap })))
const evidence = proves('raydium_clmm')
const against = `${swaps.length} trades simulated on mainnet`

/** The pool's output in this trade. */
function paidIn(one: Simulated, { zeroForOne, amountIn, unixTimestamp }: Swap): bigint {
  const pool = opened(one)
  const { mint } = pool.tokens[zeroForOne ? 0 : 1]
  const clock = { ...clmmClock, unixTimestamp: BigInt(unixTimestamp) }
  return pool.quote({ tokenIn: mint, exactIn: BigInt(amountIn) }, clock).amountOut
}

describe('trades simulated on mainnet', () => {
  for (const [side, isDown] of [
    ['A→B', true],
    ['B→A', false],
  ] as const)
    it(`paid ${side} the quote, to the unit`, evidence(against, ['exactIn'], undefined, side), () => {
      const ofSide = swaps.filter(({ swap }) => swap.zeroForOne === isDown)
      expect(ofSide.length).toBeGreaterThan(3)
      for (const { one, swap } of ofSide) expect(paidIn(one, swap), swap.amountIn).toBe(BigInt(swap.amountOut))
    })

  it('include pools with dynamic fees or fees in a single token, whose outputs differ without these', () => {
    const special = swaps.filter(({ one }) => one.dynamicFee !== undefined)
    expect(special.some(({ one }) => one.feeOn === 1)).toBe(true)
    expect(special.some(({ one }) => one.feeOn === 0)).toBe(true)
    for (const { one, swap } of special) {
      const { dynamicFee, ...plain } = one
      const without = one.feeOn === 0 ? plain : { ...one, feeOn: 0 }
      expect(paidIn(without, swap)).not.toBe(BigInt(swap.amountOut))
    }
  })

  it('crossed ticks: some outputs differ if liquidity changes only at the outermost ticks', () => {
    const outermost = ({ ticks }: Simulated) => ticks.filter((_, i) => i === 0 || i === ticks.length - 1)
    const changed = swaps.filter(({ one, swap }) => {
      const paid = paidIn({ ...one, ticks: outermost(one) }, swap)
      return paid !== BigInt(swap.amountOut)
    })
    expect(changed.length).toBeGreaterThan(3)
  })
})
