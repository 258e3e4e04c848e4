import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newRecoveryCode, recoveryCodeBytes } from './recoveryCode.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a recovery code', () => {
  it('has eight groups of five characters that are hard to confuse, and differs each time', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode)
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){7}[A-HJ-NP-Z2-9]{5}$/)
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(codes.join('')).size).toBe(32 + 1)
  })

  it('reads the same in any spelling', () => {
    const code = newRecoveryCode()
    const read = recoveryCodeBytes(bytes(code))
    expect(read).toHaveLength(40)
    for (const typed of [code.toLowerCase(), code.replaceAll('-', ''), code.replaceAll('-', ' '), ` ${code} `])
      expect(recoveryCodeBytes(bytes(typed))).toEqual(read)
  })

  it('does not read from any other text', () => {
    const code = newRecoveryCode()
    for (const other of ['', code.slice(1), `${code}A`, `0${code.slice(1)}`, 'correct horse battery staple'])
      expect(recoveryCodeBytes(bytes(other))).toBeUndefined()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 39 }), typed => {
        expect(recoveryCodeBytes(typed)).toBeUndefined()
      }),
    )
  })
})
