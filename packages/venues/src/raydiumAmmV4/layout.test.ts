import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ammInfoLayout, decodeAmmInfo, marketLayout, openOrdersLayout } from './layout.ts'

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
    expect(marketLayout.offsets).toMatchObject({ own_address: 13, vault_signer_nonce: 45, event_q: 253, asks: 317 })
    expect(openOrdersLayout.offsets).toMatchObject({ market: 13, native_coin_total: 85, native_pc_total: 101 })
  })

  it('encode to the bytes that they decoded', () => {
    for (const layout of [ammInfoLayout, marketLayout, openOrdersLayout])
      fc.assert(
        fc.property(bytes(layout.size), data => {
          data.set(layout.discriminator)
          const encode = layout.encode as (value: unknown) => Uint8Array
          expect(encode(layout.decode(data))).toEqual(data)
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
