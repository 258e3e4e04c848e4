import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveTradeRow } from '../data/rows.ts'
import { createHistory } from './history.ts'

const trade = (mint: string, slot: number): LiveTradeRow => ({
  signature: `${mint} ${slot}`,
  slot,
  timestampSeconds: 1,
  side: 'buy',
  lamports: '1',
  tokens: '2',
  owner: null,
  mint,
  price: { numerator: '1', denominator: '7' },
})

describe('the history', () => {
  it('returns exactly the trades of a token after a kept batch, in order, after any number of deletions', () => {
    const batch = fc.record({ mints: fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 6 }), ms: fc.nat(20_000) })
    fc.assert(
      fc.property(fc.array(batch, { minLength: 1, maxLength: 30 }), fc.nat(40), (batches, back) => {
        const history = createHistory()
        const all: { readonly id: number; readonly trade: LiveTradeRow }[] = []
        let at = 0
        for (const [i, { mints, ms }] of batches.entries()) {
          at += ms
          const trades = mints.map((mint, n) => trade(mint, 10 * i + n))
          history.add({ at, blockhash: undefined, trades, rolledBack: [], pools: [] })
          all.push(...trades.map(one => ({ id: i + 1, trade: one })))
        }
        const since = Math.max(0, history.id - back)
        if (!history.reaches(since)) return
        const fields = history.encode(since, ['trades:A', 'trades:B', 'trades:D'])
        const reported = fields === undefined ? {} : JSON.parse(`{${fields}}`).trades
        for (const mint of ['A', 'B', 'D']) {
          const expected = all.filter(one => one.id > since && one.trade.mint === mint).map(one => one.trade)
          expect(reported[mint] ?? []).toEqual(expected)
        }
      }),
      { numRuns: 300 },
    )
  })
})
