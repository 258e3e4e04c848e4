import { type Address, bool, type Struct, struct, u64, u128 } from '@tern/core'
import type { MintOf } from '../readEvents.ts'
import type { RouteInstruction } from '../readInstruction.ts'

/** `swap` (instructions/swap.rs), for tokens of the first token program only: it names vaults, and no mints. */
export const swapLayout = struct(
  'swap',
  41,
  { amount: u64, other_amount_threshold: u64, sqrt_price_limit_x64: u128, is_base_input: bool },
  { discriminator: [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8] },
)

/**
 * `swap_router_base_in` (instructions/swap_router_base_in.rs): one swap after the other, each into the account that the next is paid
 * from. Behind six accounts stand, of each pool: its config, itself, where its output goes, its two vaults, the mint of the output,
 * its observations; then as many tick arrays as it takes, which the program tells from a config by their size.
 */
export const routerLayout = struct(
  'swap_router_base_in',
  24,
  { amount_in: u64, amount_out_minimum: u64 },
  { discriminator: [0x45, 0x7d, 0x73, 0xda, 0xf5, 0xba, 0xf2, 0xc4] },
)

/** Accounts of a route before its pools. */
const beforePools = 6
const protocol = 'raydium_clmm'

/** Whether an instruction is of this layout, however long. */
export function begins<F>({ discriminator }: Struct<F>, data: Uint8Array): boolean {
  return discriminator.every((byte, i) => data[i] === byte)
}

/** What a trade asks for that does not name all of its mints, as far as `mintOf` knows those of the vaults that it names; else `undefined`. */
export function readRoute(
  accounts: readonly Address[],
  data: Uint8Array,
  mintOf: MintOf,
): RouteInstruction | undefined {
  if (begins(swapLayout, data) && data.length === swapLayout.size) return swapOf(accounts, data, mintOf)
  return begins(routerLayout, data) && data.length === routerLayout.size ? routeOf(accounts, data, mintOf) : undefined
}

function swapOf(accounts: readonly Address[], data: Uint8Array, mintOf: MintOf): RouteInstruction | undefined {
  if (accounts.length < 10) return undefined
  const at = (index: number) => accounts[index] as Address
  const [mintIn, mintOut] = [mintOf(at(5)), mintOf(at(6))]
  if (mintIn === undefined || mintOut === undefined) return undefined
  const { amount, other_amount_threshold, sqrt_price_limit_x64, is_base_input: isExactIn } = swapLayout.decode(data)
  const [tokenAccountIn, tokenAccountOut] = [at(3), at(4)]
  return {
    ...{ protocol, kind: 'route', mode: isExactIn ? 'exactIn' : 'exactOut' },
    mostIn: isExactIn ? amount : other_amount_threshold,
    // As of `swap_v2`: a price limit of its own may end it early.
    leastOut: isExactIn ? other_amount_threshold : sqrt_price_limit_x64 === 0n ? amount : 0n,
    accounts: { owner: at(0), pools: [at(2)], tokenAccountIn, tokenAccountOut, mintIn, mintOut },
  }
}

function routeOf(accounts: readonly Address[], data: Uint8Array, mintOf: MintOf): RouteInstruction | undefined {
  const at = (index: number) => accounts[index] as Address
  // A pool pays out of a vault of the mint that is named behind it.
  const places = accounts.map((_, i) => i).filter(i => i > beforePools && i + 5 < accounts.length)
  const pools = places.filter(i => mintOf(at(i + 3)) === at(i + 4))
  const last = pools.at(-1)
  if (last === undefined) return undefined
  const { amount_in: mostIn, amount_out_minimum: leastOut } = routerLayout.decode(data)
  const [owner, tokenAccountIn, mintIn] = [at(0), at(1), at(2)]
  return {
    ...{ protocol, kind: 'route', mode: 'exactIn', mostIn, leastOut },
    accounts: {
      owner,
      pools: pools.map(at),
      tokenAccountIn,
      tokenAccountOut: at(last + 1),
      mintIn,
      mintOut: at(last + 4),
    },
  }
}
