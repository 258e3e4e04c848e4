import { type Address, address, bool, i32, u16, u64, u128 } from '@tern/core'
import { borsh, type Record } from '../borsh.ts'
import type { NamedInstruction, VenueEvent } from '../readEvents.ts'
import { readInstruction } from './readInstruction.ts'

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
 * The trade that one event of the program's log tells of; `undefined` for another event, and for a trade of which no
 * instruction is given: the event does not say the pool's mints. What left and reached the trader's accounts: a transfer fee
 * is in `amountIn` and no longer in `amountOut`.
 * @throws TernError `layout/*` for an event that is cut short in the middle.
 */
export function readEvent(event: Uint8Array, instructions: readonly NamedInstruction[]): VenueEvent | undefined {
  if (!swapEventLayout.begins(event)) return undefined
  const swap = swapEventLayout.decode(event)
  const mints = mintsIn(swap, instructions)
  if (mints === undefined) return undefined
  const side0 = { amount: swap.amount_0, fee: swap.transfer_fee_0 }
  const side1 = { amount: swap.amount_1, fee: swap.transfer_fee_1 }
  const [sideIn, sideOut] = swap.zero_for_one ? [side0, side1] : [side1, side0]
  return {
    kind: 'trade',
    protocol: 'raydium_clmm',
    pool: swap.pool_state,
    ...mints,
    amountIn: sideIn.amount + sideIn.fee,
    // The program has taken the fee off already (`amount_1_without_fee`, instructions/swap_v2.rs).
    amountOut: sideOut.amount,
    trader: swap.sender,
  }
}

/** The mints of a swap, by the instruction that asked for it. */
function mintsIn(
  { pool_state, zero_for_one, token_account_0, token_account_1 }: SwapEvent,
  instructions: readonly NamedInstruction[],
): { readonly mintIn: Address; readonly mintOut: Address } | undefined {
  const [tokenAccountIn, tokenAccountOut] = zero_for_one
    ? [token_account_0, token_account_1]
    : [token_account_1, token_account_0]
  for (const { accounts, data } of instructions) {
    const read = readInstruction(accounts, data)
    if (read?.kind !== 'swap' || read.accounts.pool !== pool_state) continue
    const { mintIn, mintOut } = read.accounts
    if (read.accounts.tokenAccountIn === tokenAccountIn && read.accounts.tokenAccountOut === tokenAccountOut)
      return { mintIn, mintOut }
  }
  return undefined
}
