import type { Address } from '@tern/core'
import { bool, struct, u64, u128 } from '@tern/core/internal'
import type { Route } from '../effects/instructionEffects.ts'
import type { MintOf } from '../readEvents.ts'

/** The instruction that swaps through several pools. */
export const routeInstruction = 'swap_router_base_in'

/** `swap` (instructions/swap.rs), for tokens of the token program only. It names the vaults, but not the mints. */
export const swapLayout = struct(
  'swap',
  41,
  { amount: u64, other_amount_threshold: u64, sqrt_price_limit_x64: u128, is_base_input: bool },
  { discriminator: [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8] },
)

/**
 * `swap_router_base_in` (instructions/swap_router_base_in.rs): swaps in a row, each into the account that pays the next.
 * After six accounts follow, for each pool: its config, the pool, the account of its output, its two vaults, the mint of
 * the output, its observations, and its tick arrays. The program distinguishes a tick array from a config by its size.
 */
export const routerLayout = struct(
  'swap_router_base_in',
  24,
  { amount_in: u64, amount_out_minimum: u64 },
  { discriminator: [0x45, 0x7d, 0x73, 0xda, 0xf5, 0xba, 0xf2, 0xc4] },
)

/** Accounts of a route before its pools. */
const beforePools = 6

/** Finds the pools of a `swap_router_base_in`. */
export function readRoute(accounts: readonly Address[], mintOf: MintOf): Route | undefined {
  const at = (index: number) => accounts[index] as Address
  // The mint that is named after a pool's vaults is the mint of the vault that pays.
  const places = accounts.map((_, i) => i).filter(i => i > beforePools && i + 5 < accounts.length)
  const pools = places.filter(i => mintOf(at(i + 3)) === at(i + 4))
  const last = pools.at(-1)
  if (last === undefined) return undefined
  return { pools: pools.map(at), mintIn: at(2), mintOut: at(last + 4), tokenAccountOut: at(last + 1) }
}
