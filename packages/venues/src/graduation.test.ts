import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { graduationOf } from './graduation.ts'
import { poolAddress } from './pumpAmm/index.ts'
import { poolAuthorityAddress } from './pumpfun/index.ts'

const mint = 'So11111111111111111111111111111111111111112' as Address

it('finds where a curve of pump.fun ends: the first pool of its own authority', async () => {
  const authority = await poolAuthorityAddress(mint)
  expect(await graduationOf('pumpfun', mint)).toEqual({
    protocol: 'pumpamm',
    address: await poolAddress(0, authority, mint, mint),
  })
})

it('knows of no end where there is no curve', async () => {
  for (const protocol of ['pumpamm', 'raydium_cpmm'] as const)
    expect(await graduationOf(protocol, mint)).toBeUndefined()
})
