import { type Address, address, bool, i32, u16, u64, u128 } from '@tern/core'
import { borsh, type Record } from '../borsh.ts'
import { squareRootPrice } from '../price.ts'
import type { Lookups, MintOf, NamedInstruction, VenueEvent } from '../readEvents.ts'
import { readInstruction } from './readInstruction.ts'
import { readLifeCycle } from './readLifeCycle.ts'
import { begins, routerLayout, swapLayout } from './readRoute.ts'

const protocol = 'raydium_clmm'

/** `SwapEvent` (states/pool.rs). Amounts are the pool's side, transfer fees beside them; before 2026 it ended with the tick. */
export const swapEventLayout = borsh(
  'SwapEvent',
  {
    pool_state: address,
    sender: address,
    token_account_0: address,
    token_account_1: address,
    amount_0: u64,
    transfer_fee_0: u64,
    amount_1: u64,
    transfer_fee_1: u64,
    zero_for_one: bool,
    sqrt_price_x64: u128,
    liquidity: u128,
    tick: i32,
    trade_fee_0: u64,
    trade_fee_1: u64,
  },
  { discriminator: [0x40, 0xc6, 0xcd, 0xe8, 0x26, 0x08, 0x71, 0xe2], required: 12 },
)

/** `PoolCreatedEvent` (states/pool.rs). */
export const poolCreatedEventLayout = borsh(
  'PoolCreatedEvent',
  {
    token_mint_0: address,
    token_mint_1: address,
    tick_spacing: u16,
    pool_state: address,
    sqrt_price_x64: u128,
    tick: i32,
    token_vault_0: address,
    token_vault_1: address,
  },
  { discriminator: [0x19, 0x5e, 0x4b, 0x2f, 0x70, 0x63, 0x35, 0x3f] },
)

/** What the program reports of a swap. */
export type SwapEvent = Record<typeof swapEventLayout>

/**
 * What one event of the program tells of; `undefined` for another event, and for one of which no instruction is given that says
 * what it does not: a trade's mints, who made a pool. What left and reached the trader's accounts: a transfer fee is in
 * `amountIn` and no longer in `amountOut`.
 * @throws TernError `layout/*` for an event that is cut short in the middle.
 */
export function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  { mintOf }: Pick<Lookups, 'mintOf'>,
): VenueEvent | undefined {
  if (poolCreatedEventLayout.begins(event)) return createdOf(poolCreatedEventLayout.decode(event), instructions)
  if (!swapEventLayout.begins(event)) return undefined
  const swap = swapEventLayout.decode(event)
  const mints = mintsIn(swap, instructions, mintOf)
  if (mints === undefined) return undefined
  const side0 = { amount: swap.amount_0, fee: swap.transfer_fee_0 }
  const side1 = { amount: swap.amount_1, fee: swap.transfer_fee_1 }
  const [sideIn, sideOut] = swap.zero_for_one ? [side0, side1] : [side1, side0]
  return {
    kind: 'trade',
    protocol,
    pool: swap.pool_state,
    ...mints,
    amountIn: sideIn.amount + sideIn.fee,
    // The program has taken the fee off already (`amount_1_without_fee`, instructions/swap_v2.rs).
    amountOut: sideOut.amount,
    trader: swap.sender,
    // The root that the swap leaves in the pool (`swap_result.sqrt_price_x64`, instructions/swap.rs and swap_v2.rs).
    priceAfter: squareRootPrice(swap.sqrt_price_x64, swap.zero_for_one ? 'first' : 'second'),
  }
}

function createdOf(
  { pool_state: pool, token_mint_0, token_mint_1 }: Record<typeof poolCreatedEventLayout>,
  instructions: readonly NamedInstruction[],
): VenueEvent | undefined {
  const made = instructions.map(({ accounts, data }) => readLifeCycle(accounts, data))
  const read = made.find(one => one?.accounts.pool === pool)
  if (read?.kind !== 'openPool') return undefined
  const { owner, creator = owner } = read.accounts
  const mints = [token_mint_0, token_mint_1] as const
  return { kind: 'pool', protocol, pool, mints, creator, timestampSeconds: undefined }
}

/** The mints of a swap, by the instruction that asked for it. */
function mintsIn(
  { pool_state, zero_for_one, token_account_0, token_account_1 }: SwapEvent,
  instructions: readonly NamedInstruction[],
  mintOf: MintOf,
): { readonly mintIn: Address; readonly mintOut: Address } | undefined {
  const [from, to] = zero_for_one ? [token_account_0, token_account_1] : [token_account_1, token_account_0]
  for (const { accounts, data } of instructions) {
    const [mintIn, mintOut] = mintsNamed(accounts, data, { pool: pool_state, from, to }, mintOf)
    if (mintIn !== undefined && mintOut !== undefined) return { mintIn, mintOut }
  }
  return undefined
}

/** A swap as its event tells it. */
interface Swapped {
  readonly pool: Address
  readonly from: Address
  readonly to: Address
}

/** The mint of what went in and of what came out, as far as an instruction says that it asked for this swap. */
function mintsNamed(
  accounts: readonly Address[],
  data: Uint8Array,
  { pool, from, to }: Swapped,
  mintOf: MintOf,
): readonly (Address | undefined)[] {
  if (begins(routerLayout, data)) {
    // Behind the pool: where its output goes, its two vaults, the mint of the output.
    const given = accounts.findIndex((account, i) => account === to && accounts[i - 1] === pool)
    if (given < 0) return []
    const paid = accounts.indexOf(from, 2)
    return [accounts[1] === from ? accounts[2] : paid < 0 ? undefined : accounts[paid + 3], accounts[given + 3]]
  }
  if (accounts[2] !== pool || accounts[3] !== from || accounts[4] !== to) return []
  if (begins(swapLayout, data))
    return [accounts[5], accounts[6]].map(vault => (vault === undefined ? undefined : mintOf(vault)))
  const read = readInstruction(accounts, data)
  return read?.kind === 'swap' ? [read.accounts.mintIn, read.accounts.mintOut] : []
}
