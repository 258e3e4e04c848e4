import { describe, expect, it } from 'vitest'
import { boundFault, readBound } from './filterTexts.ts'

describe('typed bounds', () => {
  it.each([
    ['age', '', ''],
    ['age', '5m', '24h'],
    ['cap', '50K', '50000'],
    ['cap', '1,5', '1,5M'],
    ['top10', '', '30%'],
  ] as const)('of %s, %j to %j, are right', (name, min, max) => {
    expect(boundFault(name, { min, max })).toBeUndefined()
  })

  it.each([
    ['age', 'abc', '', 'Age: type 30s, 5m, 24h or 7d.'],
    ['cap', '', '1,500', 'Market cap: type 0.5, 200, 50K or 1.2M.'],
    ['curve', 'x', '20', 'Curve: type 70 or 2.5%.'],
    ['cap', '50K', '10', 'Min is above max: nothing can match.'],
  ] as const)('of %s, %j to %j, get a text that names the fault', (name, min, max, fault) => {
    expect(boundFault(name, { min, max })).toBe(fault)
  })

  it.each([
    ['age', '24H', 86_400n],
    ['age', ' 5M ', 300n],
    ['cap', '1,5k', 1_500n * 10n ** 9n],
    ['cap', '1,234,567', 1_234_567n * 10n ** 9n],
    ['curve', '70%', 700_000n],
    ['fee', '2,5%', 25_000n],
  ] as const)('of %s, %j is read', (name, text, raw) => {
    expect(readBound(name, text)).toBe(raw)
  })

  // `1,000` is ambiguous: one or a thousand.
  it.each(['', 'x', '-1', '1e9', '5 K', '0.0000000001', '1,000', '1,5,5'])('%j is no market cap', text => {
    expect(readBound('cap', text)).toBeUndefined()
  })
})
