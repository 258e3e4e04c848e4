import { describe, expect, it } from 'vitest'
import { boundFault } from './filterTexts.ts'

describe('bounds as they are typed', () => {
  it.each([
    ['age', '', ''],
    ['age', '5m', '24h'],
    ['cap', '50K', '50000'],
    ['top10', '', '30%'],
  ] as const)('of %s, %j to %j, are right', (name, min, max) => {
    expect(boundFault(name, { min, max })).toBeUndefined()
  })

  it.each([
    ['age', 'abc', '', 'Age is typed like 30s, 5m, 24h or 7d.'],
    ['cap', '', '1,5', 'Market cap is typed like 0.5, 200, 50K or 1.2M.'],
    ['curve', 'x', '20', 'Curve is typed like 70 or 2.5%.'],
    ['cap', '50K', '10', 'The least is more than the most: nothing can match.'],
  ] as const)('of %s, %j to %j, are told what is wrong', (name, min, max, fault) => {
    expect(boundFault(name, { min, max })).toBe(fault)
  })
})
