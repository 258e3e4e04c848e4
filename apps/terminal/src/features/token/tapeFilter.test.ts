import type { TradeRow } from '@tern/server/appRouter'
import { expect, it } from 'vitest'
import { filterTape } from './tapeFilter.ts'

const trade = (signature: string, lamports: string, owner: string | null): TradeRow => ({
  ...{ signature, lamports, owner, slot: 1, timestampSeconds: 1, side: 'buy', tokens: '1' },
})
const trades = [trade('a', '999999999', 'me'), trade('b', '1000000000', 'you'), trade('c', '5', null)]
const left = (...filter: Parameters<typeof filterTape> extends [unknown, ...infer Rest] ? Rest : never) =>
  filterTape(trades, ...filter).map(({ signature }) => signature)

it('leaves all, one’s own, or those from one SOL on', () => {
  expect(left('all', undefined)).toEqual(['a', 'b', 'c'])
  expect(left('own', 'me')).toEqual(['a'])
  expect(left('own', undefined)).toEqual([])
  expect(left('large', 'me')).toEqual(['b'])
})
