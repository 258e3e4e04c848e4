import type { Address } from '@tern/core'
import { programAddress } from '@tern/core/internal'
import { expect, it } from 'vitest'
import { accountOfMarket, authority, program } from './addresses.ts'

// A pool that Raydium's API lists: USDH and USDC.
const market = 'CaFjigEgJdtGPxQxRjneA1hzNcY5MsHoAAL6Et67QrC5' as Address

it.each([
  ['stable', '9DTY3rv8xRa3CnoPoWJCMcQUSY7kUHZAoFKNsBhx8DDz'],
  ['coin_vault', '8WhX9Y6cDkVUhBmm1TT83jX2vT7ZGwXv6zAQiUg84B5U'],
  ['pc_vault', 'PH3UpBfXJNazcFtUuxHMFtwtoAYJM9trKMCTqgYX8ZA'],
  ['lp_mint', '7GtZ2MnsH4PLFyvqWmyF3EQXgW78kBXCuAXt41vdKd1y'],
  ['open_order', '2a1H2xUFdja6RjPJ6RKWDLraURNCEY85LdP3GXcDeg8y'],
  ['target', '7MNfSggpTRM5uLSrKPwgTKLpxwYoqy9piHiuRFrV6Yhi'],
] as const)('derives %s of a listed pool from its market', async (account, address) => {
  expect(await accountOfMarket(market, account)).toBe(address)
})

it('has the authority of its seed', async () => {
  expect(await programAddress(program, ['stable_authority'])).toEqual([authority, 255])
})
