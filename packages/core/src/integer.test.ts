import { describe, expect, it } from 'vitest'
import { assertU64, maxU64 } from './integer.ts'

describe('assertU64', () => {
  it('accepts 64 unsigned bits and refuses everything else', () => {
    expect(assertU64(0n)).toBe(0n)
    expect(assertU64(maxU64)).toBe(18_446_744_073_709_551_615n)
    for (const value of [-1n, maxU64 + 1n, 2n ** 128n])
      expect(() => assertU64(value)).toThrow(expect.objectContaining({ code: 'amount/outOfRange' }))
  })
})
