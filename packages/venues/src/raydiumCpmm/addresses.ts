import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Raydium's constant-product program (CP-Swap). */
export const program = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' as Address
/** Owns every vault and mints every LP token: the address of seed `vault_and_lp_mint_auth_seed`. */
export const authority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL' as Address
/** Bump of `authority`, as pools store it. */
export const authorityBump = 253
/** Belongs to Raydium's lock program and holds LP tokens that are locked for good: seed `lock_cp_authority_seed`. */
export const lockAuthority = '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH' as Address
/** The wrapped-native account that receives the fee for creating a pool (`create_pool_fee_reveiver` in lib.rs). */
export const createPoolFeeReceiver = 'DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/**
 * Derives the address of a config.
 * @param index the config's number, a u16; big-endian in the seed.
 */
export function configAddress(index: number): Promise<Address> {
  return derive('amm_config', Uint8Array.of(index >> 8, index & 0xff))
}

/**
 * Derives the first pool of a config and two mints. Further pools of the three can have any address.
 *
 * @param mintA the lower mint bytewise.
 */
export function poolAddress(config: Address, mintA: Address, mintB: Address): Promise<Address> {
  return derive('pool', addressBytes(config), addressBytes(mintA), addressBytes(mintB))
}

/** Derives the account that holds a pool's reserve of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('pool_vault', addressBytes(pool), addressBytes(mint))
}

/** Derives the mint of a pool's LP tokens. */
export function lpMintAddress(pool: Address): Promise<Address> {
  return derive('pool_lp_mint', addressBytes(pool))
}

/** Derives the account that stores a pool's past prices. */
export function observationAddress(pool: Address): Promise<Address> {
  return derive('observation', addressBytes(pool))
}
