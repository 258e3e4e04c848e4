import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { cursor } from './cursor.ts'
import { isTernError } from './errors.ts'

describe('cursor', () => {
  it('takes one value after the other', () => {
    const data = Uint8Array.of(
      255,
      7,
      1,
      2,
      3,
      4,
      5,
      1,
      ...new Uint8Array(32).fill(6),
      3,
      0,
      0,
      0,
      97,
      98,
      0,
      255,
    ).subarray(1)
    const next = cursor('Test', data)
    expect([next.u8(), next.u16(), next.u32() >>> 0]).toEqual([7, 0x0201, 0x01050403])
    expect(next.address()).toBe(filledAddress(6))
    expect(next.string()).toBe('ab')
    expect(() => next.bool()).toThrow(expect.objectContaining({ code: 'layout/invalidValue' }))
    expect(() => next.u8()).toThrow(expect.objectContaining({ code: 'layout/truncated' }))
  })

  it('reports the offset at which the bytes ended, and does not move', () => {
    const next = cursor('Test', Uint8Array.of(5, 0, 0, 0, 97))
    try {
      next.string()
      expect.unreachable()
    } catch (error) {
      expect(isTernError(error, 'layout/truncated') && error.facts).toEqual({
        layout: 'Test',
        offset: 4,
        wanted: 5,
        actual: 5,
      })
    }
    expect(next.u8()).toBe(97)
  })
})
