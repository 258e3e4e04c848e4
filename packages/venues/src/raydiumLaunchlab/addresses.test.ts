import { getProgramDerivedAddress } from '@solana/addresses'
import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import {
  authority,
  authorityBump,
  bonkPlatforms,
  configAddress,
  cpswapProgram,
  creatorFeeVaultAuthority,
  eventAuthority,
  platformAddress,
  platformFeeVaultAuthority,
  poolAddress,
  program,
  vaultAddress,
} from './addresses.ts'
import { candidatePools } from './candidates.ts'
import { cpswapPermission } from './migrateInstructions.ts'

/** A bonk token on mainnet, with the addresses in its pool's account. */
const mint = '2gFxXdy5rsvoUB7ZFJVswVSapzjTyBowyTuaA4bRbonk' as Address
const pool = '5cywtjmvc9GffS9gTjxV489sn3dR7Seo7afBbLo1Xtm9'

describe('addresses', () => {
  it('are derived like in the program', async () => {
    expect(await configAddress(wrappedNativeMint, 0, 0)).toBe('6s1xP3hpbAfFoNtUNF8mfHsjr2Bd97JxFJRWLbL6aHuX')
    expect(await configAddress(usdcMint, 2, 0)).toBe('G9ExDbrTLsUCGk87CfESmvtgEmE2krCi2DnkXgQUV9pD')
    expect(await poolAddress(mint, wrappedNativeMint)).toBe(pool)
    expect(await vaultAddress(pool as Address, mint)).toBe('EFFKaUQQoQG7YGfR4zC8yWvoNtS6AhKZGHeyVh6iUmv3')
    expect(await vaultAddress(pool as Address, wrappedNativeMint)).toBe('6YABnxR93PCzAPuZZzTxduxf9D9qmVusQZpSwds3YyZJ')
    expect(await platformAddress('2P56vRWDrCBGkqYXxgSWAnuZQZrJPySRQGToTJThpmkN' as Address)).toBe(bonkPlatforms[0])
  })

  it("encode a config's number in two bytes, the lower byte first", async () => {
    const seeds = ['global_config', addressBytes(usdcMint), Uint8Array.of(1), Uint8Array.of(2, 1)]
    const [derived] = await getProgramDerivedAddress({ programAddress: program, seeds })
    expect(await configAddress(usdcMint, 1, 258)).toBe(derived)
  })

  it.each([
    ['vault_auth_seed', authority],
    ['__event_authority', eventAuthority],
    ['platform_fee_vault_auth_seed', platformFeeVaultAuthority],
    ['creator_fee_vault_auth_seed', creatorFeeVaultAuthority],
  ])('equal the addresses of seed %s', async (seed, address) => {
    const [derived, bump] = await getProgramDerivedAddress({ programAddress: program, seeds: [seed] })
    expect(derived).toBe(address)
    if (address === authority) expect(bump).toBe(authorityBump)
  })

  it('include the permission that frees the program from CP-Swap’s fee', async () => {
    const seeds = ['permission', addressBytes(authority)]
    expect((await getProgramDerivedAddress({ programAddress: cpswapProgram, seeds }))[0]).toBe(cpswapPermission)
  })

  it('derive the pools that a token may have', async () => {
    const candidates = await candidatePools(mint)
    expect(candidates).toContain(pool)
    expect(candidates).toContain(await poolAddress(mint, usdcMint))
    expect(await candidatePools(wrappedNativeMint)).toHaveLength(2)
  })
})
