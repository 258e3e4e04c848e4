import { expect, it } from 'vitest'
import { firstTimeframe, parseTokenSearch } from './search.ts'

it('takes the known parameters from a URL', () => {
  expect(parseTokenSearch({ timeframe: '1m', axis: 'cap', x: 1 })).toEqual({ timeframe: '1m', axis: 'cap' })
  expect(parseTokenSearch({ timeframe: '2m', axis: 'price', side: 'buy' })).toEqual({})
  expect(parseTokenSearch({ side: 'sell', dock: 'about' })).toEqual({ side: 'sell', dock: 'about' })
  for (const dock of ['trades', 'holders', 'traders', 'dev', 'about'])
    expect(parseTokenSearch({ dock })).toEqual({ dock })
  expect(parseTokenSearch({ dock: 'positions' })).toEqual({})
})

it('begins with a timeframe without gaps between candles', () => {
  expect(firstTimeframe({ trades5m: 40, ageSeconds: 90_000 })).toBe('15s')
  expect(firstTimeframe({ trades5m: 0, ageSeconds: 600 })).toBe('15s')
  expect(firstTimeframe({ trades5m: 3, ageSeconds: 90_000 })).toBe('1m')
  expect(firstTimeframe({ trades5m: 0, ageSeconds: 90_000 })).toBe('5m')
})
