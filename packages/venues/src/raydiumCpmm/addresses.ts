import { type Address, addressBytes, programAddress } from '@tern/core'

/** Raydium's constant-product program (CP-Swap). */
export const program = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' as Address
/** Owns every vault and mints every LP token: the address of seed `vault_and_lp_mint_auth_seed`. */
export const authority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL' as Address
/** Bump of `authority`, as pools store it. */
export const authorityBump = 253
/** Of Raydium's lock program: holds the LP tokens that are locked for good, seed `lock_cp_authority_seed`. */
export const lockAuthority = '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH' as Address
/** The wrapped-native account that the fee for creating a pool is paid to (`create_pool_fee_reveiver` in lib.rs). */
export const createPoolFeeReceiver = 'DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** @param index the config's number, big-endian in the seed. */
export function configAddress(index: number): Promise<Address> {
  return derive('amm_config', Uint8Array.of(index >> 8, index & 0xff))
}

/**
 * The first pool of a config and two mints; `mintA` is the lower one bytewise. Further pools of the same three have any address.
 */
export function poolAddress(config: Address, mintA: Address, mintB: Address): Promise<Address> {
  return derive('pool', addressBytes(config), addressBytes(mintA), addressBytes(mintB))
}

/** Where a pool keeps its reserve of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('pool_vault', addressBytes(pool), addressBytes(mint))
}

/** The mint of a pool’s shares. */
export function lpMintAddress(pool: Address): Promise<Address> {
  return derive('pool_lp_mint', addressBytes(pool))
}

/** Where a pool remembers its prices. */
export function observationAddress(pool: Address): Promise<Address> {
  return derive('observation', addressBytes(pool))
}
