import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { storedFrame, zstd } from './zstd.ts'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31) % 251)

describe('frames of Zstandard', () => {
  it.each([0, 1, 165, 131_072, 131_073, 400_000])('hold %i bytes, stored or compressed', length => {
    const bytes = bytesOf(length)
    for (const frame of [storedFrame(bytes), zstd(bytes)]) expect(zstdDecompressSync(frame).equals(bytes)).toBe(true)
  })
})
