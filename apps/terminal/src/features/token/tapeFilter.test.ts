import type { TradeRow } from '@tern/server/appRouter'
import { expect, it } from 'vitest'
import { filterTape } from './tapeFilter.ts'

const trade = (signature: string, lamports: string, owner: string | null): TradeRow => ({
  ...{ signature, lamports, owner, slot: 1, timestampSeconds: 1, side: 'buy', tokens: '1' },
  price: { numerator: '1', denominator: '1' },
})
const trades = [trade('a', '999999999', 'me'), trade('b', '1000000000', 'you'), trade('c', '5', null)]
const left = (...filter: Parameters<typeof filterTape> extends [unknown, ...infer Rest] ? Rest : never) =>
  filterTape(trades, ...filter).map(({ signature }) => signature)

it('keeps all, own, creator’s, or large trades', () => {
  const [nobody, both] = [
    { owner: undefined, dev: undefined },
    { owner: 'me', dev: 'you' },
  ]
  expect(left('all', nobody)).toEqual(['a', 'b', 'c'])
  expect(left('own', both)).toEqual(['a'])
  expect(left('own', nobody)).toEqual([])
  expect(left('dev', both)).toEqual(['b'])
  expect(left('dev', nobody)).toEqual([])
  expect(left('large', both)).toEqual(['b'])
})
