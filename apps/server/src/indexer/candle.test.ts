import { compareRatios } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTrade, type Candle, candleRow, type Trade } from './candle.ts'

const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
const trades = fc.array(
  fc.record<Trade>({
    signature: fc.constant('s'),
    tradedIn: fc.constant('p'),
    position: fc.constant(0),
    pool: fc.constant('p'),
    slot: fc.nat(50),
    timestampSeconds: fc.integer({ min: 120, max: 179 }),
    side: fc.constantFrom('buy', 'sell'),
    lamports: amount,
    tokens: amount,
    price: fc.record({ numerator: amount, denominator: amount }),
    owner: fc.constant(null),
    isFinal: fc.constant(true),
  }),
  { minLength: 1, maxLength: 30 },
)
const candleOf = (list: readonly Trade[]) =>
  list.reduce<Candle | undefined>((candle, trade) => addTrade(candle, trade, 60), undefined)
const isAbove = (a: Trade, b: Trade) => compareRatios(a.price, b.price) > 0

describe('candle', () => {
  it('has the exact extremes, first, last and sum of its trades', () => {
    fc.assert(
      fc.property(trades, list => {
        const candle = candleOf(list)
        const slots = list.map(({ slot }) => slot)
        const first = list.find(({ slot }) => slot === Math.min(...slots))
        const last = list.findLast(({ slot }) => slot === Math.max(...slots))
        expect(candle).toMatchObject({
          startSeconds: 120,
          open: first?.price,
          close: last?.price,
          volumeLamports: list.reduce((sum, { lamports }) => sum + lamports, 0n),
          buys: list.filter(({ side }) => side === 'buy').length,
          sells: list.filter(({ side }) => side === 'sell').length,
        })
        const highest = list.reduce((best, trade) => (isAbove(trade, best) ? trade : best))
        const lowest = list.reduce((best, trade) => (isAbove(best, trade) ? trade : best))
        expect(candle?.high).toEqual(highest.price)
        expect(candle?.low).toEqual(lowest.price)
      }),
    )
  })

  it('is written in decimals, cut off after 18 significant digits', () => {
    const candle = candleOf([
      {
        signature: 's',
        tradedIn: 'p',
        position: 0,
        pool: 'p',
        slot: 1,
        timestampSeconds: 125,
        side: 'buy',
        lamports: 2n,
        tokens: 9n,
        price: { numerator: 2n, denominator: 3_000_000n },
        owner: null,
        isFinal: true,
      },
    ])
    const price = '0.000000666666666666666666'
    expect(candle && candleRow(candle)).toEqual({
      t: 120,
      open: price,
      high: price,
      low: price,
      close: price,
      volumeLamports: '2',
    })
  })
})
