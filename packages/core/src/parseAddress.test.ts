import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as addresses from './addresses.ts'
import { encodeBase58 } from './base58.ts'
import { isTernError } from './errors.ts'
import { addressBytes, parseAddress } from './parseAddress.ts'

describe('parseAddress', () => {
  it('returns addresses unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes => {
        const text = encodeBase58(bytes)
        expect(parseAddress(text)).toBe(text)
        expect(addressBytes(text)).toEqual(bytes)
      }),
    )
  })

  it("refuses a missing address with 'Expected a Address.' and a bad address with 'invalid public key'", () => {
    for (const none of [null, undefined, '']) expect(() => parseAddress(none)).toThrow('Expected a Address.')
    const valid = addresses.tokenProgram
    const bad = [
      'abc',
      valid.slice(1),
      `${valid}1`,
      valid.replace('T', '0'),
      ` ${valid}`,
      '1'.repeat(31),
      '1'.repeat(33),
      'z'.repeat(44),
      'z'.repeat(10_000_000),
    ]
    for (const text of bad) expect(() => parseAddress(text)).toThrow('invalid public key')
  })

  it('throws only its own error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }), text => {
        try {
          addressBytes(text)
        } catch (error) {
          expect(isTernError(error, 'address/invalid')).toBe(true)
        }
      }),
    )
  })
})

describe('the known addresses', () => {
  it('are addresses', () => {
    for (const value of Object.values(addresses))
      expect(addressBytes(typeof value === 'string' ? value : value.mint).length).toBe(32)
  })

  it('describe the native coin', () => {
    expect(addresses.nativeToken).toMatchObject({
      mint: addresses.wrappedNativeMint,
      decimals: 9,
      program: addresses.tokenProgram,
    })
  })
})
