import type { TradeRow } from '@tern/server/appRouter'
import { describe, expect, it } from 'vitest'
import { mergeTape, tapeLength } from './tape.ts'

const trade = (signature: string, lamports = '1'): TradeRow => ({
  signature,
  slot: 1,
  timestampSeconds: 1,
  side: 'buy',
  lamports,
  tokens: '1',
  price: { numerator: '1', denominator: '1' },
  owner: null,
})

describe('the tape', () => {
  it('lists the newest first and each trade once', () => {
    const merged = mergeTape([trade('c'), trade('b')], [trade('b'), trade('a')])
    expect(merged.map(one => one.signature)).toEqual(['c', 'b', 'a'])
  })

  it('keeps two swaps of one transaction', () => {
    expect(mergeTape([trade('a', '1'), trade('a', '2')], [])).toHaveLength(2)
  })

  it('has a maximum length', () => {
    const many = Array.from({ length: 500 }, (_, i) => trade(String(i)))
    expect(mergeTape(many, [trade('old')])).toHaveLength(tapeLength)
  })

  it('is the same object if no trade arrived', () => {
    const older = [trade('a')]
    expect(mergeTape([], older)).toBe(older)
  })
})
