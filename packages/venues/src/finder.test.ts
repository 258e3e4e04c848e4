import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { expect, it, vi } from 'vitest'
import { candidatePools } from './finder.ts'
import { isProtocol } from './protocols.ts'
import { migratedPoolAddress } from './pumpfun/addresses.ts'
import { bondingCurveAddress } from './pumpfun/index.ts'
import { configAddress as clmmConfigAddress } from './raydiumClmm/addresses.ts'
import { poolAddress as clmmPoolAddress } from './raydiumClmm/index.ts'
import { configAddress, poolAddress } from './raydiumCpmm/index.ts'

const mint = 'ELJFma9JzJfLWbc2fBSXPMAExayXoTr2LUNJLbPpump' as Address

it('derives the pools of a token on every venue, without duplicates', async () => {
  const found = await candidatePools(mint)
  const of = (protocol: string) => found.filter(one => one.protocol === protocol).map(({ address }) => address)
  expect(of('pumpfun')).toEqual([await bondingCurveAddress(mint)])
  expect(of('pumpamm')).toEqual([await migratedPoolAddress(mint), await migratedPoolAddress(mint, usdcMint)])
  expect(of('raydium_cpmm')).toContain(await poolAddress(await configAddress(0), mint, wrappedNativeMint))
  expect(of('raydium_cpmm')).toContain(await poolAddress(await configAddress(0), mint, usd1Mint))
  expect(new Set(found.map(({ address }) => address)).size).toBe(found.length)
  for (const { protocol } of found) expect(isProtocol(protocol)).toBe(true)
})

it('derives the CPMM pool of SOL and USDC on mainnet, and the pools of each config', async () => {
  const found = await candidatePools(usdcMint)
  expect(found.map(({ address }) => address)).toContain('7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny')
  // Raydium's configs of 0.3%, 1.5% and 2.5%.
  for (const [index, config] of [
    [5, 'BgxH5ifebqHDuiADWKhLjXGP5hWZeZLoCdmeWJLkRqLP'],
    [6, 'B5u5x9S5pyaJdonf7bXUiEnBfEXsJWhNxXfLGAbRFtg2'],
    [7, 'ESLj2Rzmvn3RhDo4Z18hY1wYmGyC9xM4ZtRXhvoFkDAi'],
  ] as const) {
    expect(await configAddress(index)).toBe(config)
    const pool = await poolAddress(config as Address, usdcMint, wrappedNativeMint)
    const reversed = await poolAddress(config as Address, wrappedNativeMint, usdcMint)
    expect(found.some(({ address }) => address === pool || address === reversed)).toBe(true)
  }
})

it('derives few enough addresses for two requests to a node, each for a hundred accounts', async () => {
  expect((await candidatePools(mint)).length).toBeLessThanOrEqual(200)
})

it('derives the CLMM pools of SOL and USDC on mainnet, the lower mint first, and the pools of each config', async () => {
  const clmm = async (token: Address) =>
    (await candidatePools(token)).filter(one => one.protocol === 'raydium_clmm').map(({ address }) => address)
  // By configs of 0.04% and 0.01%.
  for (const pool of ['3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv', '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj'])
    for (const token of [usdcMint, wrappedNativeMint]) expect(await clmm(token)).toContain(pool)
  // MSFTx and NVDAx against USDC, PUMP against SOL, by the config of 0.1%.
  for (const [token, pool] of [
    ['XspzcW1PRtgf6Wj92HCiZdjzKCyFekVD8P5Ueh3dRMX', 'D6bRhQUcR9B7bPbbqgxpE17MjyUjBtr8hHQCcJoHrrv1'],
    ['Xsc9qvGR1efVDFGLrVsmkzv3qi45LTBjeUKSPmx9qEh', '49iMatQtoyabsYAQc8GafVq6aeBFVDxSRH44oiatyyw6'],
    ['pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn', '45ssPkUQs1ssbeDqxD2mZrMdJYAXF7GyQyhS5xDXuWC5'],
  ] as const)
    expect(await clmm(token as Address)).toContain(pool)
  const found = await clmm(mint)
  expect(found).toHaveLength(60)
  for (const index of [0, 9, 19])
    for (const other of [wrappedNativeMint, usdcMint, usd1Mint])
      expect(found).toContain(await clmmPoolAddress(await clmmConfigAddress(index), mint, other))
})

it('treats wrapped SOL like any other token, and never pairs it with itself', async () => {
  const config = await configAddress(0)
  const found = await candidatePools(wrappedNativeMint)
  expect(found.map(({ address }) => address)).toContain(await poolAddress(config, wrappedNativeMint, usdcMint))
  expect(found.map(({ address }) => address)).not.toContain(
    await poolAddress(config, wrappedNativeMint, wrappedNativeMint),
  )
})

it('leaves breaks between the venues, so that a server answers meanwhile', async () => {
  let breaks = 0
  const timer = setInterval(() => breaks++)
  await candidatePools('So11111111111111111111111111111111111111113' as Address)
  clearInterval(timer)
  expect(breaks).toBeGreaterThan(3)
})

it('does not wait for timers, which a browser delays in a hidden page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    expect((await candidatePools(mint)).length).toBeGreaterThan(100)
  } finally {
    vi.useRealTimers()
  }
}, 20_000)
