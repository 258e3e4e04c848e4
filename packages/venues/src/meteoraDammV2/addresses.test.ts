import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { programAddress } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import {
  configAddress,
  customizablePoolAddress,
  eventAuthority,
  migrationConfigs,
  poolAddress,
  poolAuthority,
  program,
  vaultAddress,
} from './addresses.ts'
import { candidatePools } from './candidates.ts'

const token = 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address

describe('addresses', () => {
  it('of the program follow from its seeds', async () => {
    expect((await programAddress(program, ['pool_authority']))[0]).toBe(poolAuthority)
    expect((await programAddress(program, ['__event_authority']))[0]).toBe(eventAuthority)
    expect(await configAddress(0n)).toBe('8CNy9goNQNLM4wtgRw528tUQGMKD3vSuFRZY2gLGLLvF')
  })

  it('of a pool do not depend on the order of its mints, but each mint has its own vault', async () => {
    const config = await configAddress(3n)
    expect(await poolAddress(config, token, wrappedNativeMint)).toBe(
      await poolAddress(config, wrappedNativeMint, token),
    )
    const pool = await customizablePoolAddress(token, wrappedNativeMint)
    expect(await customizablePoolAddress(wrappedNativeMint, token)).toBe(pool)
    expect(await vaultAddress(token, pool)).not.toBe(await vaultAddress(wrappedNativeMint, pool))
  })
})

describe('the candidates of a token', () => {
  it("are its pool without a config, and its pools of curves' configs and of public configs, without duplicates", async () => {
    const found = await candidatePools(token)
    expect(found).toContain(await customizablePoolAddress(token, usdcMint))
    expect(found).toContain(await poolAddress(await configAddress(71n), token, wrappedNativeMint))
    for (const config of migrationConfigs) expect(found).toContain(await poolAddress(config, token, usdcMint))
    expect(new Set(found).size).toBe(3 + 3 * 7 + 72)
    expect(found).toHaveLength(96)
  })

  it('never pair the token with itself', async () => {
    expect(await candidatePools(wrappedNativeMint)).toHaveLength(16)
  })
})
