import type { Address } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketLayout, marketVaultSigner, openOrdersLayout } from './market.ts'

describe('an order book', () => {
  it.each([
    // Two markets that Raydium's API lists, of Serum and of OpenBook.
    [
      '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
      'CaFjigEgJdtGPxQxRjneA1hzNcY5MsHoAAL6Et67QrC5',
      'PmGWi4jXyde5y4ed8GdF1Son68LioBRGuazkCoJM8B2',
    ],
    [
      'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX',
      'JCSbHjdkww4s17iUadDkcrDrjsQZCoJFtmqycBmDMXPG',
      '6bXJYxxSdN3Pmeb4mMcvwbvcsyLK711UtJTTW6Z2A9kB',
    ],
  ] as const)('has the signer for its vaults', (program, market, signer) => {
    const signers = [0n, 1n, 2n, 3n].map(nonce => marketVaultSigner(program as Address, market as Address, nonce))
    expect(signers).toContain(signer)
  })

  it('has the offsets of the program', () => {
    expect(marketLayout.offsets).toMatchObject({ own_address: 13, vault_signer_nonce: 45, event_q: 253, asks: 317 })
    expect(openOrdersLayout.offsets).toMatchObject({ market: 13, native_coin_total: 85, native_pc_total: 101 })
  })

  it('encodes to the bytes that it decoded', () => {
    for (const layout of [marketLayout, openOrdersLayout])
      fc.assert(
        fc.property(fc.uint8Array({ minLength: layout.size, maxLength: layout.size }), data => {
          data.set(layout.discriminator)
          const encode = layout.encode as (value: unknown) => Uint8Array
          expect(encode(layout.decode(data))).toEqual(data)
        }),
        { numRuns: 50 },
      )
  })
})
