import { expect, it } from 'vitest'
import { shareBps } from './shareBps.ts'

it('rounds towards zero, and returns null for a share of nothing', () => {
  expect(shareBps(1n, 3n)).toBe(3_333)
  expect(shareBps(-1n, 3n)).toBe(-3_333)
  expect(shareBps(5n, 0n)).toBeNull()
})
