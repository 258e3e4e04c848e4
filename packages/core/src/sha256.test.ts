import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

const theirs = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const ours = (bytes: Uint8Array) => Buffer.from(sha256(bytes)).toString('hex')

describe('sha256', () => {
  it('matches OpenSSL for every length up to three blocks', () => {
    for (let length = 0; length <= 192; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256)
      expect(ours(bytes)).toBe(theirs(bytes))
    }
  })

  it('matches OpenSSL for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
        expect(ours(bytes)).toBe(theirs(bytes))
      }),
    )
  })
})
