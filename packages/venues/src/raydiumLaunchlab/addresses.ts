import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Raydium's LaunchLab: bonding curves of many platforms, LetsBonk among them. */
export const program = 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj' as Address
/** Owns every vault and mints every token: seed `vault_auth_seed`. */
export const authority = 'WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh' as Address
/** Bump of `authority`, as pools store it. */
export const authorityBump = 250
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = '2DPAtwB8L12vrMRExbLuyGnC7n2J5LNoZQSejeQGpwkr' as Address
/** Owns the accounts with platforms' unclaimed fees: seed `platform_fee_vault_auth_seed`. */
export const platformFeeVaultAuthority = '56XVRVAsgWv6ADaxzoNnbL38LMoWKM5WiSAhrAWUbd2p' as Address
/** Owns the accounts with creators' unclaimed fees: seed `creator_fee_vault_auth_seed`. */
export const creatorFeeVaultAuthority = '9sHpTfmVpCfP2zexRNK6j38NBchMv1RWpdXPK5NEcZan' as Address

/** Raydium's CP-Swap. Complete curves move to it, unless they were launched for AMM v4. */
export const cpswapProgram = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' as Address

/** LetsBonk's platforms. Their launches are known as bonk. */
export const bonkPlatforms: readonly Address[] = [
  'FfYek5vEz23cMkWsdJwG2oa6EphsvXSHrGpdALN4g6W1' as Address,
  'BuM6KDpWiTcxvrpXywWFiw45R2RNH8WURdvqoTDV1BW4' as Address,
  '82NMHVCKwehXgbXMyzL41mvv3sdkypaMCtTxvJ4CtTzm' as Address,
]

/** Returns the most specific protocol name of a platform's pools. */
export function protocolOf(platform: Address): 'bonk' | 'raydium_launchlab' {
  return bonkPlatforms.includes(platform) ? 'bonk' : 'raydium_launchlab'
}

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/**
 * Derives the address of a config.
 * @param index the config's number among the configs of its quote mint and curve type, a u16; little-endian in the
 *   seed.
 */
export function configAddress(quoteMint: Address, curveType: number, index: number): Promise<Address> {
  return derive(
    'global_config',
    addressBytes(quoteMint),
    Uint8Array.of(curveType),
    Uint8Array.of(index & 255, index >> 8),
  )
}

/** Derives the only pool of a token and a quote mint. */
export function poolAddress(baseMint: Address, quoteMint: Address): Promise<Address> {
  return derive('pool', addressBytes(baseMint), addressBytes(quoteMint))
}

/** Derives the account that holds a pool's reserve of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('pool_vault', addressBytes(pool), addressBytes(mint))
}

/** Derives the platform of an admin. */
export function platformAddress(admin: Address): Promise<Address> {
  return derive('platform_config', addressBytes(admin))
}

/** Derives the account that collects a platform's fees in a quote mint, since the creator-fee upgrade. */
export function platformFeeVaultAddress(platform: Address, quoteMint: Address): Promise<Address> {
  return derive(addressBytes(platform), addressBytes(quoteMint))
}

/** Derives the account that collects a creator's fees in a quote mint, from all tokens of that creator. */
export function creatorFeeVaultAddress(creator: Address, quoteMint: Address): Promise<Address> {
  return derive(addressBytes(creator), addressBytes(quoteMint))
}

/** Derives the record of a beneficiary's share of a pool's locked tokens. */
export function vestingRecordAddress(pool: Address, beneficiary: Address): Promise<Address> {
  return derive('pool_vesting', addressBytes(pool), addressBytes(beneficiary))
}

/** Raydium's AMM v4. Curves that were launched for it move to it. */
export const ammProgram = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8' as Address

/** Derives an address of CP-Swap. */
export async function cpswapAddress(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(cpswapProgram, seeds)
  return address
}

/**
 * Derives the CP-Swap pool that a curve's liquidity moves to.
 * If a stranger created that pool before, the migration may use any other address, and only the migration itself shows
 * it.
 *
 * @param cpswapConfig the config in the curve's platform.
 */
export function migratedPoolAddress(cpswapConfig: Address, baseMint: Address, quoteMint: Address): Promise<Address> {
  const mints = [addressBytes(baseMint), addressBytes(quoteMint)].sort(compareBytes)
  return cpswapAddress('pool', addressBytes(cpswapConfig), ...mints)
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (const [i, byte] of a.entries()) if (byte !== b[i]) return byte - (b[i] ?? 0)
  return 0
}
