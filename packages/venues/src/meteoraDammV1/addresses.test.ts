import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import {
  customizablePoolAddress,
  feeTierPoolAddress,
  lpMintAddress,
  migrationConfigs,
  poolAddress,
  protocolFeeAddress,
  vaultLpAddress,
} from './addresses.ts'
import { candidatePools } from './candidates.ts'

const token = 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address

describe('addresses', () => {
  it('of a pool do not depend on the order of its mints', async () => {
    const [config] = migrationConfigs as readonly [Address]
    expect(await poolAddress(config, token, usdcMint)).toBe(await poolAddress(config, usdcMint, token))
    expect(await customizablePoolAddress(token, usdcMint)).toBe(await customizablePoolAddress(usdcMint, token))
    const pair = [token, usdcMint] as const
    expect(await feeTierPoolAddress('stable', 4n, pair)).toBe(await feeTierPoolAddress('stable', 4n, [usdcMint, token]))
    expect(await feeTierPoolAddress('stable', 4n, pair)).not.toBe(await feeTierPoolAddress('constantProduct', 4n, pair))
  })

  it("are mainnet's of the pool of USDC and USDT", async () => {
    const pool = '32D4zRxNc1EssbJieVHfPhZM3rH6CzfUPrWUuWxD9prG' as Address
    const vault = '3ESUFCnRNgZ7Mn2mPPUMmXYaKU8jpnV9VtA17M7t2mHQ' as Address
    expect(await vaultLpAddress(vault, pool)).toBe('24NYE3hHQyUTrHUT4n1CcVrMP9Xy3ULuT1Uurw1HDeck')
    expect(await protocolFeeAddress(usdcMint, pool)).toBe('4Qjrnzp5jXPSBhyv495ApB1SdDbXdZ5Pc9ZSiabf9NmJ')
    // It is older than derived LP mints.
    expect(await lpMintAddress(pool)).not.toBe(pool)
  })
})

describe('the candidates of a token', () => {
  it("are its pools of curves' configs and its pools without a config", async () => {
    const found = await candidatePools(token)
    for (const config of migrationConfigs) expect(found).toContain(await poolAddress(config, token, wrappedNativeMint))
    expect(found).toContain(await customizablePoolAddress(token, wrappedNativeMint))
    expect(found).toContain(await customizablePoolAddress(token, usdcMint))
    expect(new Set(found).size).toBe(8)
  })

  it('never pair the token with itself', async () => {
    expect(await candidatePools(wrappedNativeMint)).toEqual([
      await customizablePoolAddress(wrappedNativeMint, usdcMint),
    ])
  })
})
