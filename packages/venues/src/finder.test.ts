import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { candidatePools } from './finder.ts'
import { isProtocol } from './protocols.ts'
import { bondingCurveAddress, migratedPoolAddress } from './pumpfun/index.ts'
import { configAddress, poolAddress } from './raydiumCpmm/index.ts'

const mint = 'ELJFma9JzJfLWbc2fBSXPMAExayXoTr2LUNJLbPpump' as Address

it('derives the pools of a token on every venue, each once', async () => {
  const found = await candidatePools(mint)
  const of = (protocol: string) => found.filter(one => one.protocol === protocol).map(({ address }) => address)
  expect(of('pumpfun')).toEqual([await bondingCurveAddress(mint)])
  expect(of('pumpamm')).toEqual([await migratedPoolAddress(mint), await migratedPoolAddress(mint, usdcMint)])
  expect(of('raydium_cpmm')).toContain(await poolAddress(await configAddress(0), mint, wrappedNativeMint))
  expect(of('raydium_cpmm')).toContain(await poolAddress(await configAddress(0), mint, usd1Mint))
  expect(new Set(found.map(({ address }) => address)).size).toBe(found.length)
  for (const { protocol } of found) expect(isProtocol(protocol)).toBe(true)
})

it('derives the CPMM pool of SOL and USDC that mainnet has', async () => {
  const found = await candidatePools(usdcMint)
  expect(found.map(({ address }) => address)).toContain('7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny')
})

it('takes wrapped SOL for a token like any other, and never for its own other side', async () => {
  const config = await configAddress(0)
  const found = await candidatePools(wrappedNativeMint)
  expect(found.map(({ address }) => address)).toContain(await poolAddress(config, wrappedNativeMint, usdcMint))
  expect(found.map(({ address }) => address)).not.toContain(
    await poolAddress(config, wrappedNativeMint, wrappedNativeMint),
  )
})
