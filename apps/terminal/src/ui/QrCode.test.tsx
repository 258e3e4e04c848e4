import jsQR from 'jsqr'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { QrCode } from './QrCode.tsx'

/** Paints the modules of the code's path as a camera would see them, four pixels each. */
function picture(markup: string) {
  const scale = 4
  const side = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of markup.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return jsQR(pixels, side, side)
}

it('a QR code of an address is read back', () => {
  const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  expect(picture(renderToStaticMarkup(<QrCode text={address} label="Address" />))?.data).toBe(address)
})
