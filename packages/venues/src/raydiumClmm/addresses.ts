import { type Address, addressBytes, deriveProgramAddress, programAddress } from '@tern/core'

/** Raydium's concentrated-liquidity program. */
export const program = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** @param index the config's number, big-endian in the seed. */
export function configAddress(index: number): Promise<Address> {
  return derive('amm_config', Uint8Array.of(index >> 8, index & 0xff))
}

/** The pool of a config and two mints; `mintA` is the lower one bytewise. A pool made by permission has a number as a further seed. */
export function poolAddress(config: Address, mintA: Address, mintB: Address): Promise<Address> {
  return derive('pool', addressBytes(config), addressBytes(mintA), addressBytes(mintB))
}

/** Where a pool keeps its reserve of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('pool_vault', addressBytes(pool), addressBytes(mint))
}

/** Where a pool remembers its prices. */
export function observationAddress(pool: Address): Promise<Address> {
  return derive('observation', addressBytes(pool))
}

const mostKept = 1_000
/** What belongs to a pool beside what its account names. Pools are opened with each update: nothing of it is derived twice. */
const kept = new Map<Address, { extension: Address | undefined; readonly tickArrays: Map<number, Address> }>()

function keptOf(pool: Address) {
  const known = kept.get(pool)
  if (known !== undefined) return known
  const fresh = { extension: undefined, tickArrays: new Map<number, Address>() }
  if (kept.size >= mostKept) kept.clear()
  kept.set(pool, fresh)
  return fresh
}

/** Which tick arrays far from price 1 hold ticks: those that the pool's own bitmap has no room for. */
export function bitmapExtensionAddress(pool: Address): Address {
  const own = keptOf(pool)
  own.extension ??= deriveProgramAddress(program, ['pool_tick_array_bitmap_extension', addressBytes(pool)])[0]
  return own.extension
}

/** @param startTick the first tick of the array, big-endian in the seed. */
export function tickArrayAddress(pool: Address, startTick: number): Address {
  const { tickArrays } = keptOf(pool)
  const known = tickArrays.get(startTick)
  if (known !== undefined) return known
  const seed = new Uint8Array(4)
  new DataView(seed.buffer).setInt32(0, startTick)
  const [address] = deriveProgramAddress(program, ['tick_array', addressBytes(pool), seed])
  if (tickArrays.size >= mostKept) tickArrays.clear()
  tickArrays.set(startTick, address)
  return address
}
