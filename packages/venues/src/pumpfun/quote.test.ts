import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from '../../fixtures/pumpfun/goldenQuotes.json' with { type: 'json' }
import { buyForQuote, buyTokens, type Curve, type CurveTrade, netOf, sellForQuote, sellTokens } from './quote.ts'

const plain: Curve = {
  virtualToken: 1_073_000_000_000_000n,
  virtualQuote: 30_000_000_000n,
  realToken: 793_100_000_000_000n,
  realQuote: 0n,
  protocolFeeBps: 95n,
  creatorFeeBps: 30n,
}
const costOf = ({ quoteAmount, protocolFee, creatorFee }: CurveTrade) => quoteAmount + protocolFee + creatorFee
const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

const curves: fc.Arbitrary<Curve> = fc
  .record({
    virtualToken: fc.bigInt(1_000n, 10n ** 18n),
    virtualQuote: fc.bigInt(1_000n, 10n ** 18n),
    left: fc.nat(999),
    paid: fc.nat(1_000),
    protocolFeeBps: fc.bigInt(0n, 5_000n),
    creatorFeeBps: fc.bigInt(0n, 4_000n),
  })
  .map(({ left, paid, ...one }) => ({
    ...one,
    realToken: (one.virtualToken * BigInt(left)) / 1_000n,
    realQuote: (one.virtualQuote * BigInt(paid)) / 1_000n,
  }))

describe('quotes', () => {
  it("equal the official client's, except for an exact input", () => {
    for (const vector of golden.vectors) {
      const curve = {
        ...plain,
        virtualToken: BigInt(vector.virtualToken),
        virtualQuote: BigInt(vector.virtualQuote),
        realToken: BigInt(vector.realToken),
      }
      const amount = BigInt(vector.amount)
      const min = amount < curve.realToken ? amount : curve.realToken
      expect(costOf(buyTokens(curve, min))).toBe(BigInt(vector.buyQuoteForTokens))
      const net = netOf(sellTokens(curve, amount))
      expect(net < 0n ? 0n : net).toBe(BigInt(vector.sellQuoteForTokens) < 0n ? 0n : BigInt(vector.sellQuoteForTokens))
      // The client subtracts 1 before the fees, the program after. The difference is at most the tokens for half a
      // lamport.
      const bought = buyForQuote(curve, amount)?.tokenAmount ?? 0n
      const difference = bought - BigInt(vector.buyTokensForQuote)
      const perUnit = ceil(curve.virtualToken, curve.virtualQuote)
      expect(difference >= -perUnit && difference <= perUnit).toBe(true)
    }
  })

  it("spend an exact input by the formula in the program's IDL", () => {
    // Amounts of every size, and amounts at the limit of doubles.
    const sizes = fc.integer({ min: 1, max: 60 }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), 1n << BigInt(bits)))
    const spendables = fc.oneof(sizes, fc.bigInt(900_719_925_000n, 900_719_926_000n))
    fc.assert(
      fc.property(curves, spendables, (curve, spendable) => {
        const { virtualToken, virtualQuote, protocolFeeBps, creatorFeeBps } = curve
        let net = (spendable * 10_000n) / (10_000n + protocolFeeBps + creatorFeeBps)
        const feesOn = (amount: bigint) => ({
          protocolFee: ceil(amount * protocolFeeBps, 10_000n),
          creatorFee: ceil(amount * creatorFeeBps, 10_000n),
        })
        const fees = feesOn(net).protocolFee + feesOn(net).creatorFee
        if (net + fees > spendable) net -= net + fees - spendable
        const bought = buyForQuote(curve, spendable)
        if (net < 1n) {
          expect(bought).toBeUndefined()
          return
        }
        const tokens = ((net - 1n) * virtualToken) / (virtualQuote + net - 1n)
        if (tokens >= curve.realToken) expect(bought).toEqual(buyTokens(curve, curve.realToken))
        else expect(bought).toEqual({ tokenAmount: tokens, quoteAmount: net, ...feesOn(net) })
        expect(costOf(bought as CurveTrade)).toBeLessThanOrEqual(spendable)
      }),
      { numRuns: 5_000 },
    )
  })

  it('complete a curve at the cost of its rest', () => {
    const last = buyForQuote({ ...plain, realToken: 1_000_000n }, 10n ** 12n)
    expect(last).toEqual({ tokenAmount: 1_000_000n, quoteAmount: 28n, protocolFee: 1n, creatorFee: 1n })
    // The input may also buy exactly the rest, for less than the whole input.
    const spendable = 13n ** 8n
    const { tokenAmount: realToken } = buyForQuote(plain, spendable) as CurveTrade
    expect(buyForQuote({ ...plain, realToken }, spendable)).toEqual(buyTokens({ ...plain, realToken }, realToken))
    expect(buyTokens({ ...plain, realToken }, realToken)).not.toEqual(buyForQuote(plain, spendable))
  })

  it('sell the fewest tokens that bring an exact output', () => {
    fc.assert(
      fc.property(curves, fc.bigInt(1n, 10n ** 18n), (curve, net) => {
        const sold = sellForQuote(curve, net)
        if (sold === undefined) return
        expect(sold).toEqual(sellTokens(curve, sold.tokenAmount))
        expect(netOf(sold)).toBeGreaterThanOrEqual(net)
        for (let fewer = sold.tokenAmount - 1n; fewer > 0n && fewer > sold.tokenAmount - 4n; fewer--)
          expect(netOf(sellTokens(curve, fewer))).toBeLessThan(net)
      }),
      { numRuns: 1_000 },
    )
  })

  it('match a search over every sale of a small curve', () => {
    const small = fc.record({
      virtualToken: fc.bigInt(1n, 60n),
      virtualQuote: fc.bigInt(1n, 200n),
      protocolFeeBps: fc.bigInt(0n, 6_000n),
      creatorFeeBps: fc.bigInt(0n, 6_000n),
    })
    fc.assert(
      fc.property(small, fc.bigInt(1n, 60n), (of, net) => {
        const curve = { ...of, realToken: 0n, realQuote: of.virtualQuote }
        let found: CurveTrade | undefined
        for (let tokens = 1n; tokens < 3_000n && found === undefined; tokens++) {
          const sale = sellTokens(curve, tokens)
          if (netOf(sale) >= net) found = sale
        }
        const sold = sellForQuote(curve, net)
        if (found !== undefined) expect(sold).toEqual(found)
        else if (sold !== undefined) expect(sold.tokenAmount).toBeGreaterThanOrEqual(3_000n)
      }),
      { numRuns: 1_000 },
    )
  })

  it('pay no more than a curve holds', () => {
    const curve = { ...plain, realQuote: 1_000n }
    expect(sellForQuote(curve, 985n)).toMatchObject({ quoteAmount: 998n })
    expect(sellForQuote(curve, 990n)).toBeUndefined()
    expect(sellForQuote({ ...plain, protocolFeeBps: 9_970n }, 1n)).toBeUndefined()
    expect(sellForQuote({ ...plain, virtualToken: 2n ** 63n, virtualQuote: 4n, realQuote: 4n }, 1n)).toBeUndefined()
  })
})
