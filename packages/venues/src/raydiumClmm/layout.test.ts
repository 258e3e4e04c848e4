import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePoolState } from './index.ts'
import { ammConfigLayout, decodeAmmConfig, decodeTickArray, poolStateLayout, tickArrayLayout } from './layout.ts'

/** Random bytes after the discriminator. */
const accounts = (layout: { readonly size: number; readonly discriminator: Uint8Array }) =>
  fc.uint8Array({ minLength: 64, maxLength: 64 }).map(noise => {
    const data = new Uint8Array(layout.size)
    for (let i = 0; i < data.length; i++) data[i] = (noise[i % 64] ?? 0) ^ (i * 31)
    data.set(layout.discriminator)
    return data
  })

/** Mostly zeros after the discriminator. */
const sparse = (layout: { readonly size: number; readonly discriminator: Uint8Array }) => {
  const byte = fc.tuple(fc.nat({ max: layout.size - 1 }), fc.integer({ min: 1, max: 255 }))
  return fc.array(byte, { minLength: 100, maxLength: 300 }).map(bytes => {
    const data = new Uint8Array(layout.size)
    for (const [at, value] of bytes) data[at] = value
    data.set(layout.discriminator)
    return data
  })
}

describe('decoders that are written out', () => {
  it.each([
    ['AmmConfig', ammConfigLayout, decodeAmmConfig],
    ['PoolState', poolStateLayout, decodePoolState],
    ['TickArrayState', tickArrayLayout, decodeTickArray],
  ] as const)('read every field of %s like the layout', (_, layout, decode) => {
    fc.assert(
      fc.property(fc.oneof(accounts(layout), sparse(layout)), data => {
        expect(decode(data)).toEqual(layout.decode(data))
      }),
      { numRuns: 60 },
    )
  })
})
