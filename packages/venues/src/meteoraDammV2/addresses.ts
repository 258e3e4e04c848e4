import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Meteora's DAMM v2 (cp-amm). */
export const program = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG' as Address
/** Owns every vault and mints every position's token: the address of seed `pool_authority`. */
export const poolAuthority = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC' as Address
/** Signs the events that the program writes by calling itself. */
export const eventAuthority = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/**
 * Returns both mints, the bytewise greater mint first (`max_key`, `min_key` in ix_initialize_pool.rs): either order
 * names one pool.
 */
function mintSeeds(mintA: Address, mintB: Address): readonly [Uint8Array, Uint8Array] {
  const a = addressBytes(mintA)
  const b = addressBytes(mintB)
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at < 0 || (a[at] as number) > (b[at] as number) ? [a, b] : [b, a]
}

/** Derives the pool of a config and two mints, in either order. */
export function poolAddress(config: Address, mintA: Address, mintB: Address): Promise<Address> {
  return derive('pool', addressBytes(config), ...mintSeeds(mintA, mintB))
}

/** Derives the pool of two mints, in either order, with fees that its creator chose. Each pair has at most one such pool. */
export function customizablePoolAddress(mintA: Address, mintB: Address): Promise<Address> {
  return derive('cpool', ...mintSeeds(mintA, mintB))
}

/**
 * Derives the address of a config.
 * @param index the config's number, a u64; little-endian in the seed.
 */
export function configAddress(index: bigint): Promise<Address> {
  const seed = new Uint8Array(8)
  new DataView(seed.buffer).setBigUint64(0, index, true)
  return derive('config', seed)
}

/** Derives the account that holds a pool's reserve of a mint. */
export function vaultAddress(mint: Address, pool: Address): Promise<Address> {
  return derive('token_vault', addressBytes(mint), addressBytes(pool))
}

/** Derives a position, a share of a pool's liquidity, from the mint of its token. */
export function positionAddress(nftMint: Address): Promise<Address> {
  return derive('position', addressBytes(nftMint))
}

/** Derives the token account that a position's token is minted to. */
export function positionNftAccountAddress(nftMint: Address): Promise<Address> {
  return derive('position_nft_account', addressBytes(nftMint))
}

/**
 * The configs of the pools that bonding curves move to, by the curve creator's choice: 0.25%, 0.3%, 1%, 2%, 4% and 6%.
 * Pools of the last config have fees of their own.
 */
export const migrationConfigs: readonly Address[] = [
  '7F6dnUcRuyM2TwR8myT1dYypFXpPSxqwKNSFNkxyNESd' as Address,
  '2nHK1kju6XjphBLbNxpM5XRGFj7p9U8vvNzyZiha1z6k' as Address,
  'Hv8Lmzmnju6m7kcokVKvwqz7QPmdX9XfKjJsXz8RXcjp' as Address,
  '2c4cYd4reUYVRAB9kUUkrq55VPyy2FNQ3FDL4o12JXmq' as Address,
  'AkmQWebAwFvWk55wBoCr5D62C6VVDTzi84NJuD9H7cFD' as Address,
  'DbCRBj8McvPYHJG1ukj8RE15h2dCNUdTAESG49XpQ44u' as Address,
  'A8gMrEPJkacWkcb3DGwtJwTe16HktSEfvwtuDh2MCtck' as Address,
]
