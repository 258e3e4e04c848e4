import fc from 'fast-check'
import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { qrCode } from './qrCode.ts'

/** As a camera would see it: four pixels a module, a quiet zone around it. */
function picture(rows: readonly (readonly boolean[])[], isDirty: (x: number, y: number) => boolean = () => false) {
  const [scale, quiet] = [4, 4]
  const side = (rows.length + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / scale) - quiet, Math.floor(y / scale) - quiet]
      const isDark = (rows[row]?.[column] ?? false) !== isDirty(column, row)
      pixels.fill(isDark ? 0 : 255, (y * side + x) * 4, (y * side + x) * 4 + 3)
      pixels[(y * side + x) * 4 + 3] = 255
    }
  return jsQR(pixels, side, side)
}

describe('a QR code', () => {
  it('says the address, and how it is made', () => {
    const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
    const read = picture(qrCode(address))
    expect([read?.data, read?.version]).toEqual([address, 4])
  })

  it('is read back, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 62 }), text => {
        expect(picture(qrCode(text))?.binaryData).toEqual([...new TextEncoder().encode(text)])
      }),
      { numRuns: 100 },
    )
  })

  it('is read back with a smudge on it', () => {
    const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
    const isSmudged = (x: number, y: number) => x >= 12 && x < 18 && y >= 14 && y < 19
    expect(picture(qrCode(address), isSmudged)?.data).toBe(address)
  })

  it('takes no more than it can hold', () => {
    expect(() => qrCode('x'.repeat(63))).toThrow('A code of 63 bytes: 62 are the most')
  })
})
