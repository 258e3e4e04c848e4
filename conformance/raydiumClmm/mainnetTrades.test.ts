import { program, type SwapEvent } from '@tern/venues/raydiumClmm'
import {
  maxSqrtPriceX64,
  minSqrtPriceX64,
  type SwapStart,
  swapEventLayout,
  swapThrough,
  tickAtSqrtPrice,
} from '@tern/venues/raydiumClmm/internal'
import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'

const recordings = readRecordings('raydiumClmm', program)
const swaps = (recordings?.events ?? [])
  .filter(event => swapEventLayout.begins(event))
  .map(event => swapEventLayout.decode(event))
const evidence = proves('raydium_clmm')

/**
 * Trades, by pool and last tick, that no swap at a single liquidity explains.
 * They crossed ticks between two liquidities, and the event shows only the second.
 */
const crossing: readonly string[] = [
  'GWjs7gQJWTt1wKcP4r6WCFu8aGPGXZhBXMrpAP7UBaqY 17788',
  '2iasS1t2jFKxSifaT7McxEGPQN2xL5QfsPmu55n8dMP7 71586',
  '3nMFwZXwY1s1M5s8vYAHqd4wGs4iSxXE4LRoUMMYqEgF -16398',
  '3nMFwZXwY1s1M5s8vYAHqd4wGs4iSxXE4LRoUMMYqEgF -17880',
]
/** The pools of trades for an exact output. No exact input explains these trades. */
const forOutput: readonly string[] = [
  'GTJ2S27UL7yZ3TdTwpKjfNcxeEZRkRPHjpj5Fubwb8Mk',
  '9HiYSTWK5otBxVc9e9bTNhpRDiDKjki65o9YxRhPWyQC',
]
/** Pools with a fee that follows the price. Their events show the fee, but not its rate. */
const ofDynamicFees: readonly string[] = [
  'G4G5SzkbLFMhoSgHiQNeyJFt75sSDsL1rD8LVyT5xZbU',
  'EgB1PqsGFbj3u7jGfwwx5V9CVoc4BGjyfgnag7BJcQjB',
]
const within = swaps.filter(({ pool_state, tick }) => !crossing.includes(`${pool_state} ${tick}`))
const against = `${recordings === undefined ? '' : `${within.length} `}trades recorded from mainnet, each by the price it ended at`

/** The fee rates of mainnet's configs, parts per million. */
const feeRates = [
  100n,
  200n,
  300n,
  400n,
  500n,
  600n,
  1_000n,
  1_500n,
  1_600n,
  2_000n,
  2_500n,
  3_000n,
  4_000n,
  5_000n,
  8_000n,
  10_000n,
  20_000n,
]

/** The amounts on the pool's side of a trade, without the mints' transfer fees. */
function movedBy(swap: SwapEvent): { readonly amountIn: bigint; readonly amountOut: bigint } {
  return swap.zero_for_one
    ? { amountIn: swap.amount_0, amountOut: swap.amount_1 + swap.transfer_fee_1 }
    : { amountIn: swap.amount_1, amountOut: swap.amount_0 + swap.transfer_fee_0 }
}

/** A pool may charge its fee in only one of its tokens. The event's fee fields show the side. */
const isFeeOnInput = (swap: SwapEvent) => (swap.zero_for_one ? swap.trade_fee_1 : swap.trade_fee_0) === 0n

/** The possible fee rates: the configs' rates, or for a dynamic fee the rate that gives the event's fee. */
function ratesOf(swap: SwapEvent): readonly bigint[] {
  if (!ofDynamicFees.includes(swap.pool_state)) return feeRates
  const fee = swap.trade_fee_0 + swap.trade_fee_1
  const { amountIn, amountOut } = movedBy(swap)
  return [(fee * 1_000_000n) / (isFeeOnInput(swap) ? amountIn : amountOut + fee)]
}

/** A pool at this price that has the event's liquidity everywhere. */
function startAt(swap: SwapEvent, sqrtPriceX64: bigint, feeRate: bigint): SwapStart {
  const isDown = swap.zero_for_one
  const far = {
    tick: isDown ? -443_636 : 443_636,
    sqrtPriceX64: isDown ? minSqrtPriceX64 : maxSqrtPriceX64,
    ...{ array: 0, liquidityChange: 0n, hasLiquidity: true, orders: undefined },
  }
  return {
    direction: isDown ? 'zeroForOne' : 'oneForZero',
    ...{ sqrtPriceX64, tick: tickAtSqrtPrice(sqrtPriceX64), liquidity: swap.liquidity, tickSpacing: 1, feeRate },
    ...{ protocolFeeRate: 120_000n, fundFeeRate: 40_000n, isFeeOnInput: isFeeOnInput(swap), dynamicFee: undefined },
    ticks: index => (index === 0 ? far : 'exhausted'),
  }
}

/**
 * Checks if a price before the trade explains it.
 * A swap of exactly this input, or for this output, must end at the event's price and move both amounts to the unit.
 * It must also take the event's fee, if the event shows the fee.
 * The price after grows with the price before, so halving finds the only candidates.
 */
function isExplained(swap: SwapEvent, feeRate: bigint, isExactIn: boolean): boolean {
  const { amountIn, amountOut } = movedBy(swap)
  const after = swap.sqrt_price_x64
  // Older releases do not show it.
  const fee = swap.trade_fee_0 + swap.trade_fee_1
  const run = (price: bigint) =>
    swapThrough(startAt(swap, price, feeRate), { amount: isExactIn ? amountIn : amountOut, isExactIn }, 0n)
  // From a very high price, the output of a sale exceeds 64 bits. There is no answer then, either.
  let [low, high] = swap.zero_for_one ? [after, after * 2n] : [after / 2n, after]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    const result = run(middle)
    const isBelow = typeof result === 'string' ? swap.zero_for_one : result.sqrtPriceX64 < after
    if (isBelow) low = middle
    else high = middle
  }
  return [low, high, high + 1n, high + 2n].some(price => {
    const result = price < maxSqrtPriceX64 ? run(price) : 'exhausted'
    return (
      typeof result !== 'string' &&
      result.sqrtPriceX64 === after &&
      result.amountIn === amountIn &&
      result.amountOut === amountOut &&
      (fee === 0n || result.fee === fee)
    )
  })
}

describe.skipIf(swaps.length === 0)('trades recorded from mainnet (RECORDINGS_DIR)', () => {
  for (const mode of ['exactIn', 'exactOut'] as const)
    it(
      `are explained by swaps at a single liquidity, to the unit: ${mode}`,
      evidence(against, [mode], 'RECORDINGS_DIR'),
      () => {
        const isExplainedAt = (swap: SwapEvent) =>
          ratesOf(swap).some(rate => isExplained(swap, rate, mode === 'exactIn'))
        const explained = swaps.filter(isExplainedAt)
        for (const side of [true, false]) expect(explained.some(swap => swap.zero_for_one === side)).toBe(true)
        const isMeant = ({ pool_state }: SwapEvent) => forOutput.includes(pool_state) === (mode === 'exactOut')
        expect(explained).toEqual(expect.arrayContaining(within.filter(isMeant)))
        // The output of an exact input may also be a possible exact output. The reverse is rare.
        const others = explained.filter(swap => !isMeant(swap)).length
        if (mode === 'exactIn') expect(others).toBe(0)
        else expect(explained.length).toBeGreaterThanOrEqual(Math.ceil(swaps.length / 2))
        // A trade with a twentieth more must not be explained at any fee: this shows that the check can fail.
        for (const swap of explained) {
          const other = swap.zero_for_one
            ? { amount_1: (swap.amount_1 * 21n) / 20n + 1n }
            : { amount_0: (swap.amount_0 * 21n) / 20n + 1n }
          expect(isExplainedAt({ ...swap, ...other })).toBe(false)
        }
      },
    )
})
