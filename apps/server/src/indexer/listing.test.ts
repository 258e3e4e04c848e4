import { describe, expect, it } from 'vitest'
import { tidy } from './listing.ts'

describe('tidy', () => {
  it.each([
    ['Kite', 'Kite'],
    ['  two   words\n', 'two words'],
    ['nul\0s pad\0\0', 'nuls pad'],
    ['\u202Eevil\u202C', 'evil'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['🪁'.repeat(20), '🪁'.repeat(10)],
    ['x'.repeat(10_000), 'x'.repeat(10)],
    ['\u0007\u200B', ''],
    [undefined, ''],
  ])('shows %j as %j', (text, shown) => {
    expect(tidy(text, 10)).toBe(shown)
  })
})
