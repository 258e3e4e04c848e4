import { signatureFee } from '@tern/chain/internal'
import { type Address, type Clock, encodeBase58, formatPercent, TernError, wrappedNativeMint } from '@tern/core'
import type { Quote } from '@tern/venues'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakEvenMove, quoteSale } from './breakEven.ts'

const mint = encodeBase58(new Uint8Array(32).fill(2)) as Address
const ppm = (amount: bigint, rate: bigint) => (amount * rate) / 1_000_000n

interface Market {
  /** A constant-product pool's lamports and tokens. */
  readonly native: bigint
  readonly tokens: bigint
  /** Parts per million: the venue's fee on the SOL side, and the token's own fee on each transfer. */
  readonly fee: bigint
  readonly tax: bigint
  readonly isCharged: boolean
  readonly priorityFee: bigint
}

const one = { numerator: 1n, denominator: 1n }
const parts = { executionPrice: one, priceImpact: one, filled: 'whole', computeUnits: 1 } as const

function bought({ native, tokens, fee, tax }: Market, amountIn: bigint): Quote {
  const taken = ppm(amountIn, fee)
  const put = amountIn - taken
  const out = (tokens * put) / (native + put)
  const taxed = ppm(out, tax)
  const fees = [
    { kind: 'trade', mint: wrappedNativeMint, amount: taken },
    { kind: 'transfer', mint, amount: taxed },
  ] as const
  const request = { tokenIn: wrappedNativeMint, exactIn: amountIn }
  const currentPrice = { numerator: tokens, denominator: native }
  const names = { request, tokenIn: wrappedNativeMint, tokenOut: mint }
  return { ...parts, ...names, currentPrice, amountIn, amountOut: out - taxed, fees }
}

function sold({ native, tokens, fee, tax }: Market, amountIn: bigint): Quote {
  const taxed = ppm(amountIn, tax)
  const out = (native * (amountIn - taxed)) / (tokens + amountIn - taxed)
  const taken = ppm(out, fee)
  const fees = [
    { kind: 'trade', mint: wrappedNativeMint, amount: taken },
    { kind: 'transfer', mint, amount: taxed },
  ] as const
  const request = { tokenIn: mint, exactIn: amountIn }
  const currentPrice = { numerator: native, denominator: tokens }
  const names = { request, tokenIn: mint, tokenOut: wrappedNativeMint }
  return { ...parts, ...names, currentPrice, amountIn, amountOut: out - taken, fees }
}

function moveOf(market: Market, amountIn: bigint) {
  const quote = bought(market, amountIn)
  const tradeFee = market.isCharged ? amountIn / 100n : 0n
  const plan = {
    quote,
    outlay: { priorityFee: market.priorityFee, tip: 0n, tradeFee },
    tradeFee: market.isCharged ? { to: mint, lamports: tradeFee } : undefined,
  } as Parameters<typeof breakEvenMove>[0]
  const move = breakEvenMove(plan, sold(market, quote.amountOut)) ?? expect.fail('no move')
  const spent = amountIn + tradeFee + market.priorityFee + signatureFee
  return { quote, move, spent }
}

const example: Market = {
  ...{ native: 30_000_000_000n, tokens: 10n ** 15n, fee: 10_000n, tax: 30_000n, isCharged: true },
  priorityFee: 1_430_000n,
}

describe('the break-even move', () => {
  it('counts each fee of both trades, and the buy’s price impact', () => {
    // (1 − 3%)⁻² for the token's tax, (1 − 1%)⁻² for the venue, 1.01 / 0.99 for Tern, twice 0.001435 of 0.5 SOL: 11.3%.
    // And 1.0165² for the impact: 0.495 SOL go into a pool of 30.
    expect(formatPercent(moveOf(example, 500_000_000n).move, 1)).toBe('15')
    const free = { ...example, fee: 0n, tax: 0n, isCharged: false, priorityFee: 0n }
    expect(formatPercent(moveOf(free, 6_000_000_000n).move, 3)).toBe('44')
    expect(formatPercent(moveOf({ ...free, native: 10n ** 15n }, 500_000_000n).move, 3)).toBe('0.002')
  })

  it('is the rise from the price before the buy after which a sale returns the total cost', () => {
    const market = fc.record<Market>({
      native: fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
      tokens: fc.bigInt({ min: 10n ** 12n, max: 10n ** 15n }),
      fee: fc.bigInt({ min: 0n, max: 50_000n }),
      tax: fc.bigInt({ min: 0n, max: 50_000n }),
      isCharged: fc.boolean(),
      priorityFee: fc.bigInt({ min: 0n, max: 5_000_000n }),
    })
    fc.assert(
      fc.property(market, fc.integer({ min: 1, max: 200 }), (market, share) => {
        const amountIn = (market.native * BigInt(share)) / 1_000n
        const { quote, move, spent } = moveOf(market, amountIn)
        const put = amountIn - ppm(amountIn, market.fee)
        const left = market.tokens - (quote.amountOut + (quote.fees[1]?.amount ?? 0n))
        // Quote a sale right after the buy, then scale its payout from the price after the buy to the break-even price.
        const back = sold({ ...market, native: market.native + put, tokens: left }, quote.amountOut)
        const [before, after] = [market.native * left, (market.native + put) * market.tokens]
        const brought = (back.amountOut * (move.numerator + move.denominator) * before) / (move.denominator * after)
        const kept = market.isCharged ? (brought * 99n) / 100n : brought
        const net = kept - market.priorityFee - signatureFee
        // A tax makes the sale smaller than the buy, and a smaller sale gets a better price. So slightly more is left.
        expect(net).toBeGreaterThanOrEqual(spent - spent / 100_000n - 10n)
        expect(net).toBeLessThanOrEqual(spent + (spent * 3n) / 100n)
      }),
    )
  })

  it('is the same with a smaller sale, if a young curve cannot pay for the whole', () => {
    const free = { ...example, isCharged: false, priorityFee: 0n }
    const quote = bought(free, 500_000_000n)
    const plan = { quote, outlay: { priorityFee: 0n, tip: 0n, tradeFee: 0n }, tradeFee: undefined }
    const by = (sale: Quote | undefined) =>
      formatPercent(
        breakEvenMove(plan as Parameters<typeof breakEvenMove>[0], sale ?? expect.fail('none')) ??
          expect.fail('no move'),
        2,
      )
    const asked: bigint[] = []
    const pool = {
      quote({ exactIn }: { readonly exactIn: bigint }) {
        asked.push(exactIn)
        if (exactIn > quote.amountOut / 3n) throw new TernError('quote/nothingOut', {})
        return sold(free, exactIn)
      },
    }
    const sale = quoteSale({ pool, quote } as unknown as Parameters<typeof quoteSale>[0], {} as Clock)
    expect(asked).toEqual([quote.amountOut, quote.amountOut >> 1n, quote.amountOut >> 2n])
    expect(by(sale)).toBe(by(sold(free, quote.amountOut)))
    const never = () => {
      throw new TernError('quote/nothingOut', {})
    }
    expect(
      quoteSale({ pool: { quote: never }, quote } as unknown as Parameters<typeof quoteSale>[0], {} as Clock),
    ).toBeUndefined()
  })

  it('is unknown if the buy brings nothing', () => {
    const quote = { ...bought(example, 100n), amountOut: 0n }
    const plan = { quote, outlay: { priorityFee: 0n, tip: 0n, tradeFee: 0n }, tradeFee: undefined }
    const sale = { ...sold(example, 1_000n), amountOut: 0n }
    expect(breakEvenMove(plan as Parameters<typeof breakEvenMove>[0], sale)).toBeUndefined()
  })
})
