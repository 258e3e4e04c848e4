import { type Address, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { otherSide, shownOrder } from './pair.ts'

const kite = 'BvSg7JbyoB1wZ2TcKX1rFmov8aidg1KoC6SRsgqg5YAy' as Address

it.each([
  [
    [wrappedNativeMint, kite],
    [1, 0],
  ],
  [
    [kite, wrappedNativeMint],
    [0, 1],
  ],
  [
    [usdcMint, wrappedNativeMint],
    [1, 0],
  ],
  [
    [usdcMint, usdtMint],
    [1, 0],
  ],
  [
    [kite, kite],
    [0, 1],
  ],
] as const)('the coin that prices are given in comes last: %s', (mints, order) => {
  expect(shownOrder(mints)).toEqual(order)
  expect(otherSide(order[0])).toBe(order[1])
})
