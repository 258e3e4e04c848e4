import { getAddressDecoder } from '@solana/addresses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58, readAddress } from './base58.ts'
import { isTernError } from './errors.ts'

const oracle = getAddressDecoder()
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Addresses with runs of 0 and 255 at the beginning, in the middle and at the end, because carries and leading digits go wrong there. */
const address32 = fc
  .tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(32), fc.nat(32), fc.constantFrom(0, 255, 1))
  .map(([bytes, a, b, fill]) => bytes.slice().fill(fill, Math.min(a, b), Math.max(a, b)))

describe('base58 of 32 bytes', () => {
  it('matches @solana/addresses', () => {
    fc.assert(
      fc.property(address32, bytes => {
        const expected = oracle.decode(bytes)
        expect(readAddress(view(bytes), 0)).toBe(expected)
        expect(encodeBase58(bytes)).toBe(expected)
        expect(decodeBase58(expected)).toEqual(bytes)
      }),
      { numRuns: 3000 },
    )
  })

  it('is right for the smallest and largest values', () => {
    for (const fill of [0, 1, 127, 128, 254, 255]) {
      const bytes = new Uint8Array(32).fill(fill)
      expect(readAddress(view(bytes), 0)).toBe(oracle.decode(bytes))
    }
    expect(readAddress(view(new Uint8Array(32)), 0)).toBe('11111111111111111111111111111111')
  })

  it('is read at any offset of a window on a buffer', () => {
    const whole = Uint8Array.from({ length: 200 }, (_, i) => (i * 37) & 255)
    for (const start of [0, 1, 5]) {
      const window = whole.subarray(start)
      for (const offset of [0, 1, 7, 100])
        expect(readAddress(view(window), offset)).toBe(
          oracle.decode(whole.subarray(start + offset, start + offset + 32)),
        )
    }
  })

  it('never returns another kept address', () => {
    const base = Uint8Array.from({ length: 32 }, (_, i) => i * 7 + 1)
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 32; at++) {
        for (let byte = 0; byte < 256; byte += 5) {
          const bytes = base.with(at, byte)
          expect(readAddress(view(bytes), 0)).toBe(encodeBase58(bytes))
        }
      }
    }
  })

  it('keeps no reference to the bytes it read', () => {
    const bytes = new Uint8Array(32).fill(9)
    const before = readAddress(view(bytes), 0)
    bytes.fill(10)
    expect(readAddress(view(bytes), 0)).not.toBe(before)
    expect(readAddress(view(bytes), 0)).toBe(encodeBase58(bytes))
  })
})

describe('base58 of any bytes', () => {
  it('matches the known texts', () => {
    const utf8 = new TextEncoder()
    expect(encodeBase58(new Uint8Array())).toBe('')
    expect(encodeBase58(Uint8Array.of(0))).toBe('1')
    expect(encodeBase58(Uint8Array.of(57))).toBe('z')
    expect(encodeBase58(Uint8Array.of(58))).toBe('21')
    expect(encodeBase58(utf8.encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
    expect(encodeBase58(Uint8Array.of(0, 0, 0x28, 0x7f, 0xb4, 0xcd))).toBe('11233QC4')
  })

  it('reads back the bytes that it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(6), (bytes, zeros) => {
        const padded = Uint8Array.of(...new Uint8Array(zeros), ...bytes)
        expect(decodeBase58(encodeBase58(padded))).toEqual(padded)
      }),
    )
  })

  it('writes back the text that it read, because every byte string has one text', () => {
    const digit = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 120 }), text => {
        expect(encodeBase58(decodeBase58(text))).toBe(text)
      }),
    )
  })

  it('refuses text that is not base58', () => {
    for (const text of ['0', 'O', 'I', 'l', 'abc def', 'é', '\u{1F600}', 'a\0', '+', '1 '])
      expect(() => decodeBase58(text)).toThrow(expect.objectContaining({ code: 'encoding/notBase58' }))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
        try {
          expect(encodeBase58(decodeBase58(text))).toBe(text)
        } catch (error) {
          expect(isTernError(error, 'encoding/notBase58')).toBe(true)
        }
      }),
    )
  })

  it('refuses input that would take too long', () => {
    expect(() => decodeBase58('z'.repeat(10_000_000))).toThrow(expect.objectContaining({ code: 'encoding/tooLong' }))
    expect(() => encodeBase58(new Uint8Array(10_000_000))).toThrow(
      expect.objectContaining({ code: 'encoding/tooLong' }),
    )
    decodeBase58('z'.repeat(4096))
    encodeBase58(new Uint8Array(4096).fill(255))
  })
})
