import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Meteora's DAMM v1 (dynamic AMM). */
export const program = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** Returns both mints, the bytewise greater mint first (`get_first_key`): either order names one pool. */
function mintSeeds(mintA: Address, mintB: Address): readonly [Uint8Array, Uint8Array] {
  const a = addressBytes(mintA)
  const b = addressBytes(mintB)
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at < 0 || (a[at] as number) > (b[at] as number) ? [a, b] : [b, a]
}

/** Derives the pool of a config and two mints, in either order. */
export function poolAddress(config: Address, mintA: Address, mintB: Address): Promise<Address> {
  return derive(...mintSeeds(mintA, mintB), addressBytes(config))
}

/** Derives the constant-product pool of two mints, in either order, with a fee that its creator chose. */
export function customizablePoolAddress(mintA: Address, mintB: Address): Promise<Address> {
  return derive('pool', ...mintSeeds(mintA, mintB))
}

/**
 * Derives the pool of two mints, in either order, from the time before configs.
 *
 * @param tradeFeeBps the fee of the pool, in basis points. The seed leaves out the default fee, 0.25%.
 * @see `derive_permissionless_pool_key_with_fee_tier` (common/src/dynamic_amm/pda.rs)
 */
export function feeTierPoolAddress(
  curve: 'constantProduct' | 'stable',
  tradeFeeBps: bigint,
  [mintA, mintB]: readonly [Address, Address],
): Promise<Address> {
  const fee = new Uint8Array(8)
  new DataView(fee.buffer).setBigUint64(0, tradeFeeBps, true)
  const kind = Uint8Array.of(curve === 'constantProduct' ? 0 : 1)
  return derive(kind, ...mintSeeds(mintA, mintB), ...(tradeFeeBps === 25n ? [] : [fee]))
}

/** Derives the mint of a pool's LP tokens. Early pools have other mints: read `lp_mint` of the pool. */
export function lpMintAddress(pool: Address): Promise<Address> {
  return derive('lp_mint', addressBytes(pool))
}

/**
 * Derives the account that holds a pool's shares of a vault. The account for vault A is also the authority of all token
 * accounts of the pool.
 */
export function vaultLpAddress(vault: Address, pool: Address): Promise<Address> {
  return derive(addressBytes(vault), addressBytes(pool))
}

/** Derives the account that collects a pool's protocol fees in a mint. */
export function protocolFeeAddress(mint: Address, pool: Address): Promise<Address> {
  return derive('fee', addressBytes(mint), addressBytes(pool))
}

/** The account from which the program reads the price of mSOL: Marinade's state. */
export const marinadeState = '8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC' as Address
/** The account from which the program reads the price of stSOL: Lido's state. */
export const lidoState = '49Yi1TKkNyYjPAFdR9LBvoHcUjuPX4Df5T5yv39w2XTn' as Address

/**
 * The configs of pools that bonding curves move to: 0.25%, 0.3%, 1%, 2%, 4% and 6%. Only the authority that a config
 * names can create pools with it.
 */
export const migrationConfigs = [
  '8f848CEy8eY6PhJ3VcemtBDzPPSD4Vq7aJczLZ3o8MmX',
  'HBxB8Lf14Yj8pqeJ8C4qDb5ryHL7xwpuykz31BLNYr7S',
  '7v5vBdUQHTNeqk1HnduiXcgbvCyVEZ612HLmYkQoAkik',
  'EkvP7d5yKxovj884d2DwmBQbrHUWRLGK6bympzrkXGja',
  '9EZYAJrcqNWNQzP2trzZesP7XKMHA1jEomHzbRsdX8R2',
  '8cdKo87jZU2R12KY1BUjjRPwyjgdNjLGqSGQyrDshhud',
] as readonly string[] as readonly Address[]
