import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeVirtualPool, hookedPoolLayout, virtualPoolLayout } from './layout.ts'

describe('a pool', () => {
  it.each([virtualPoolLayout, hookedPoolLayout])('is decoded by $name, at any length', layout => {
    const byte = fc.oneof(fc.constant(0), fc.constant(0), fc.nat({ max: 255 }))
    const bytes = fc.array(byte, { minLength: layout.size, maxLength: layout.size + 16 })
    fc.assert(
      fc.property(bytes, fc.boolean(), (noise, isSparse) => {
        const data = Uint8Array.from(noise, (one, i) => (isSparse && i % 24 > 3 ? 0 : one))
        data.set(layout.discriminator)
        expect(decodeVirtualPool(data)).toEqual(layout.decode(data, 'atLeast'))
      }),
      { numRuns: 100 },
    )
  })
})
