import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ammInfoLayout, decodeAmmInfo } from './layout.ts'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })

describe('layouts', () => {
  it("have the program's offsets", () => {
    expect(ammInfoLayout.offsets).toMatchObject({
      sys_decimal_value: 120,
      swap_fee_numerator: 176,
      need_take_pnl_coin: 192,
      pool_open_time: 224,
      swap_coin_in_amount: 256,
      coin_vault: 336,
      market: 528,
      target_orders: 592,
      amm_owner: 688,
      lp_amount: 720,
    })
  })

  it('encode to the bytes that they decoded', () => {
    fc.assert(
      fc.property(bytes(ammInfoLayout.size), data => {
        data.set(ammInfoLayout.discriminator)
        const encode = ammInfoLayout.encode as (value: unknown) => Uint8Array
        expect(encode(ammInfoLayout.decode(data))).toEqual(data)
      }),
      { numRuns: 50 },
    )
  })

  it('decode equally key by key and written out', () => {
    fc.assert(
      fc.property(bytes(ammInfoLayout.size), data => {
        expect(decodeAmmInfo(data)).toEqual(ammInfoLayout.decode(data))
      }),
      { numRuns: 50 },
    )
  })
})
