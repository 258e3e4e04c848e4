import type { Plan, SwapQuote } from '@tern/client'
import { usdcMint, usdtMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { inSol, unscaled } from '../../text/numberText.ts'
import { feeShareOf, inverse, lossShare, midOf, poolCount, priceOf, routeFeeShare, vsMid } from './routeFigures.ts'

type Route = SwapQuote['route']
type Hop = Route['paths'][number]['hops'][number]

const hop = (quote: Partial<Hop['quote']>): Hop =>
  ({ pool: {}, quote: { tokenIn: usdcMint, tokenOut: usdtMint, fees: [], ...quote } }) as unknown as Hop
const fee = (mint: typeof usdcMint, amount: bigint) => ({ kind: 'trade', mint, amount }) as const

/** 1% of the input. */
const onInput = hop({ amountIn: 1_000n, amountOut: 500n, fees: [fee(usdcMint, 10n)] })
/** 20% of the output. */
const onOutput = hop({ amountIn: 1_000n, amountOut: 80n, fees: [fee(usdtMint, 15n), fee(usdtMint, 5n)] })

const percent = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
  Number((numerator * 1_000_000n) / denominator) / 10_000

describe('the figures of a route', () => {
  it('take a fee as a share of the side that pays it', () => {
    expect(percent(feeShareOf(onInput))).toBe(1)
    expect(percent(feeShareOf(onOutput))).toBe(20)
    expect(percent(feeShareOf(hop({ amountIn: 0n, amountOut: 0n })))).toBe(0)
  })

  it('join the fees along paths, each by its input, and add the price impact', () => {
    const route = {
      amountIn: 4_000n,
      priceImpact: { numerator: 1n, denominator: 10n },
      paths: [
        { amountIn: 3_000n, hops: [onInput, onOutput] },
        { amountIn: 1_000n, hops: [hop({ amountIn: 1_000n, amountOut: 1n })] },
      ],
    } as unknown as Route
    // 75% of the input keeps 99% of 80%.
    expect(percent(routeFeeShare(route))).toBe(15.6)
    expect(percent(lossShare(route))).toBe(24.04)
    expect(poolCount(route)).toBe(3)
  })

  it('state the price in shown units, both ways', () => {
    const price = priceOf({ amountIn: 2_000_000_000n, amountOut: 300_000_000n }, inSol, unscaled(6))
    if (price === undefined) expect.fail('no price')
    expect(price.numerator / price.denominator).toBe(150n)
    expect(inverse(inverse(price))).toEqual(price)
    const scaled = { decimals: 6, scale: { kind: 'scaled', multiplier: 2 } } as const
    const double = priceOf({ amountIn: 2_000_000_000n, amountOut: 300_000_000n }, inSol, scaled)
    expect(double && double.numerator / double.denominator).toBe(300n)
    expect(priceOf({ amountIn: 0n, amountOut: 1n }, inSol, inSol)).toBeUndefined()
  })

  it('compare a swap with its mid price', () => {
    // Fees take 20%, and nothing else.
    const route = {
      ...{ amountIn: 1_000n, priceImpact: { numerator: 0n, denominator: 1n } },
      paths: [{ amountIn: 1_000n, hops: [onOutput] }],
    } as unknown as Route
    const quote = { route, amountIn: 1_000n, amountOut: 80n }
    const plan = { messages: [{}] } as unknown as Plan
    const { mid } = midOf(quote, plan)
    if (mid === undefined) expect.fail('no mid price')
    expect(percent(mid)).toBe(10)
    expect(percent(vsMid(mid, 1_000n, 80n))).toBe(-20)
    expect(percent(vsMid(mid, 500n, 51n))).toBe(2)
    expect(midOf(quote, { messages: [...plan.messages, ...plan.messages] })).toEqual({})
    expect(midOf({ ...quote, amountIn: 0n }, plan)).toEqual({})
  })
})
