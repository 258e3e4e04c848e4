import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { createEmitter } from '../data/emitter.ts'
import type { LiveTradeRow } from '../data/rows.ts'
import type { Trade } from './candle.ts'
import type { FoundTrade } from './decodeEvents.ts'
import { createTradeRecorder } from './tradeRecorder.ts'

const mint = 'Mint' as Address
const pool = 'Pool' as Address

function found(signature: string, price: FoundTrade['price']): FoundTrade {
  const trade: FoundTrade['trade'] = {
    ...{ signature, tradedIn: pool, position: 0, pool, slot: 7, timestampSeconds: Math.floor(Date.now() / 1_000) },
    ...{ lamports: 900n, tokens: 3n, owner: null, isFinal: false },
    side: 'buy',
  }
  return { protocol: 'boop', mint, trade, price }
}

it('stores, counts and reports no trade whose price is unknown, instead of the paid price', async () => {
  const [stored, counted, live]: [Trade[], Trade[], LiveTradeRow[]] = [[], [], []]
  const trades = createEmitter<LiveTradeRow>('nothing')
  trades.listen(row => live.push(row))
  const store = {
    async record(fresh: readonly Trade[]) {
      stored.push(...fresh)
      return [...fresh]
    },
    prune: async () => {},
  }
  const book = { count: (fresh: readonly Trade[]) => void counted.push(...fresh), mintOf: () => mint }
  const price = { numerator: 2n, denominator: 7n }
  await createTradeRecorder(store, book, trades).record([found('unpriced', undefined), found('priced', price)])
  for (const list of [stored, counted]) expect(list).toMatchObject([{ signature: 'priced', price }])
  expect(live).toMatchObject([{ signature: 'priced', price: { numerator: '2', denominator: '7' } }])
})
