import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

describe('base64', () => {
  it('is what Node gives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), bytes => {
        const text = encodeBase64(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(text)).toEqual(bytes)
      }),
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

  it('refuses what is not base64', () => {
    for (const text of ['*', 'a', 'abcde', 'ab=c', '====', 'YQ-_', 'é'])
      expect(() => decodeBase64(text)).toThrow(expect.objectContaining({ code: 'encoding/notBase64' }))
  })
})
