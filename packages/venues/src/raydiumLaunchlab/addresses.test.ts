import { getProgramDerivedAddress } from '@solana/addresses'
import { type Address, addressBytes, usdcMint, wrappedNativeMint } from '@tern/core'
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

/** A bonk token on mainnet, and its pool's accounts as that names them. */
const mint = '2gFxXdy5rsvoUB7ZFJVswVSapzjTyBowyTuaA4bRbonk' as Address
const pool = '5cywtjmvc9GffS9gTjxV489sn3dR7Seo7afBbLo1Xtm9'

describe('addresses', () => {
  it('are derived as the program does', async () => {
    expect(await configAddress(wrappedNativeMint, 0, 0)).toBe('6s1xP3hpbAfFoNtUNF8mfHsjr2Bd97JxFJRWLbL6aHuX')
    expect(await configAddress(usdcMint, 2, 0)).toBe('G9ExDbrTLsUCGk87CfESmvtgEmE2krCi2DnkXgQUV9pD')
    expect(await poolAddress(mint, wrappedNativeMint)).toBe(pool)
    expect(await vaultAddress(pool as Address, mint)).toBe('EFFKaUQQoQG7YGfR4zC8yWvoNtS6AhKZGHeyVh6iUmv3')
    expect(await vaultAddress(pool as Address, wrappedNativeMint)).toBe('6YABnxR93PCzAPuZZzTxduxf9D9qmVusQZpSwds3YyZJ')
    expect(await platformAddress('2P56vRWDrCBGkqYXxgSWAnuZQZrJPySRQGToTJThpmkN' as Address)).toBe(bonkPlatforms[0])
  })

  it('give configs their number in two bytes, the lower first', async () => {
    const seeds = ['global_config', addressBytes(usdcMint), Uint8Array.of(1), Uint8Array.of(2, 1)]
    const [derived] = await getProgramDerivedAddress({ programAddress: program, seeds })
    expect(await configAddress(usdcMint, 1, 258)).toBe(derived)
  })

  it.each([
    ['vault_auth_seed', authority],
    ['__event_authority', eventAuthority],
    ['platform_fee_vault_auth_seed', platformFeeVaultAuthority],
    ['creator_fee_vault_auth_seed', creatorFeeVaultAuthority],
  ])('hold what seed %s gives', async (seed, address) => {
    const [derived, bump] = await getProgramDerivedAddress({ programAddress: program, seeds: [seed] })
    expect(derived).toBe(address)
    if (address === authority) expect(bump).toBe(authorityBump)
  })

  it('hold what CP-Swap lets the program do without paying for it', async () => {
    const seeds = ['permission', addressBytes(authority)]
    expect((await getProgramDerivedAddress({ programAddress: cpswapProgram, seeds }))[0]).toBe(cpswapPermission)
  })

  it('tell where a token may trade', async () => {
    const candidates = await candidatePools(mint)
    expect(candidates).toContain(pool)
    expect(candidates).toContain(await poolAddress(mint, usdcMint))
    expect(await candidatePools(wrappedNativeMint)).toHaveLength(2)
  })
})
