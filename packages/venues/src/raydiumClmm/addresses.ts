import { type Address, deriveProgramAddress } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Raydium's concentrated-liquidity program. */
export const program = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK' as Address

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
 * Derives the pool of a config and two mints. A pool created by permission has a number as an additional seed.
 * @param mintA the lower mint bytewise.
 */
export function poolAddress(config: Address, mintA: Address, mintB: Address): Promise<Address> {
  return derive('pool', addressBytes(config), addressBytes(mintA), addressBytes(mintB))
}

/** Derives the account that holds a pool's reserve of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('pool_vault', addressBytes(pool), addressBytes(mint))
}

/** Derives the account that stores a pool's past prices. */
export function observationAddress(pool: Address): Promise<Address> {
  return derive('observation', addressBytes(pool))
}

const maxKept = 1_000
/**
 * Cached addresses of a pool that its account does not name. Pools are opened at each update, and a derivation is slow.
 */
const kept = new Map<Address, { extension: Address | undefined; readonly tickArrays: Map<number, Address> }>()

function keptOf(pool: Address) {
  const known = kept.get(pool)
  if (known !== undefined) return known
  const fresh = { extension: undefined, tickArrays: new Map<number, Address>() }
  if (kept.size >= maxKept) kept.clear()
  kept.set(pool, fresh)
  return fresh
}

/**
 * Derives the account that lists the tick arrays far from price 1: those that do not fit into the pool's own bitmap.
 */
export function bitmapExtensionAddress(pool: Address): Address {
  const own = keptOf(pool)
  own.extension ??= deriveProgramAddress(program, ['pool_tick_array_bitmap_extension', addressBytes(pool)])[0]
  return own.extension
}

/**
 * Derives the address of a tick array.
 * @param startTick the first tick of the array, big-endian in the seed.
 */
export function tickArrayAddress(pool: Address, startTick: number): Address {
  const { tickArrays } = keptOf(pool)
  const known = tickArrays.get(startTick)
  if (known !== undefined) return known
  const seed = new Uint8Array(4)
  new DataView(seed.buffer).setInt32(0, startTick)
  const [address] = deriveProgramAddress(program, ['tick_array', addressBytes(pool), seed])
  if (tickArrays.size >= maxKept) tickArrays.clear()
  tickArrays.set(startTick, address)
  return address
}
