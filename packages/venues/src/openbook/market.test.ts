import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { marketLayout, marketVaultSigner, openOrdersLayout } from './market.ts'

it('derives the vault signer of a listed market', () => {
  const market = 'CaFjigEgJdtGPxQxRjneA1hzNcY5MsHoAAL6Et67QrC5' as Address
  const serum = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address
  const signers = [0n, 1n, 2n, 3n].map(nonce => marketVaultSigner(serum, market, nonce))
  expect(signers).toContain('PmGWi4jXyde5y4ed8GdF1Son68LioBRGuazkCoJM8B2')
})

it('has the offsets of the program', () => {
  expect(marketLayout.offsets).toMatchObject({ own_address: 13, event_q: 253, bids: 285, asks: 317, tail: 381 })
  expect(openOrdersLayout.offsets).toMatchObject({ market: 13, owner: 45, native_coin_total: 85, native_pc_total: 101 })
})
