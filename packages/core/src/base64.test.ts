import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { isTernError } from './errors.ts'

describe('base64', () => {
  it('matches Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), bytes => {
        const text = encodeBase64(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(text)).toEqual(bytes)
      }),
    )
  })

  it('throws only its own error', () => {
    const unit = fc.constantFrom(...'aZ09+/=- \n')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), text => {
        try {
          expect(decodeBase64(text)).toEqual(new Uint8Array(Buffer.from(text, 'base64')))
        } catch (error) {
          expect(isTernError(error, 'encoding/notBase64')).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('takes a large account in one go', () => {
    const bytes = Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 31) & 255)
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
  })

  it('reads a window of a buffer', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5).subarray(1, 4)
    expect(encodeBase64(bytes)).toBe('AgME')
  })

  it('refuses text that is not base64', () => {
    for (const text of [
      '*',
      'a',
      'ab',
      'abc',
      'abcde',
      'ab=c',
      'a===',
      '====',
      'YQ-_',
      'é',
      'YQ ==',
      ' YQ==',
      'YQ==\n',
      'YWJj YWJj',
    ])
      expect(() => decodeBase64(text)).toThrow(expect.objectContaining({ code: 'encoding/notBase64' }))
  })
})
