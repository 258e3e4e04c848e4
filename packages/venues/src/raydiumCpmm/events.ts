import { address, bool, type Decoded, struct, u8, u64 } from '@tern/core'
import type { NamedInstruction, PoolCreation, Trade } from '../readEvents.ts'
import { readLifeCycle } from './readLifeCycle.ts'

/** `SwapEvent` (states/events.rs). Vault amounts are without waiting fees; amounts are the pool's side, transfer fees beside them. */
export const swapEventLayout = struct(
  'SwapEvent',
  170,
  {
    pool_id: address,
    input_vault_before: u64,
    output_vault_before: u64,
    input_amount: u64,
    output_amount: u64,
    input_transfer_fee: u64,
    output_transfer_fee: u64,
    base_input: bool,
    input_mint: address,
    output_mint: address,
    trade_fee: u64,
    creator_fee: u64,
    creator_fee_on_input: bool,
  },
  { discriminator: [0x40, 0xc6, 0xcd, 0xe8, 0x26, 0x08, 0x71, 0xe2] },
)

/** `LpChangeEvent` (states/events.rs). `change_type`: 0 deposit, 1 withdrawal. */
export const lpChangeEventLayout = struct(
  'LpChangeEvent',
  97,
  {
    pool_id: address,
    lp_amount_before: u64,
    token_0_vault_before: u64,
    token_1_vault_before: u64,
    token_0_amount: u64,
    token_1_amount: u64,
    token_0_transfer_fee: u64,
    token_1_transfer_fee: u64,
    change_type: u8,
  },
  { discriminator: [0x79, 0xa3, 0xcd, 0xc9, 0x39, 0xda, 0x75, 0x3c] },
)

/** What the program reports of a swap. */
export type SwapEvent = Decoded<typeof swapEventLayout>
/** What the program reports of a deposit or a withdrawal. */
export type LpChangeEvent = Decoded<typeof lpChangeEventLayout>

/**
 * The trade that one event of the program's log tells of; `undefined` for another event. What left and reached the trader's
 * accounts: a transfer fee is in `amountIn` and no longer in `amountOut`.
 */
export function readTrade(event: Uint8Array): Trade | undefined {
  if (event.length < swapEventLayout.size || swapEventLayout.discriminator.some((byte, i) => event[i] !== byte))
    return undefined
  const swap = swapEventLayout.decode(event, 'atLeast')
  return {
    kind: 'trade',
    protocol: 'raydium_cpmm',
    pool: swap.pool_id,
    mintIn: swap.input_mint,
    mintOut: swap.output_mint,
    amountIn: swap.input_amount + swap.input_transfer_fee,
    amountOut: swap.output_amount - swap.output_transfer_fee,
  }
}

/** What an instruction tells by itself: the program writes no event of a new pool (all its `emit!` are of swaps and liquidity). */
export function readCreation({ accounts, data }: NamedInstruction): PoolCreation | undefined {
  const read = readLifeCycle(accounts, data)
  if (read?.kind !== 'openPool') return undefined
  const { owner, creator = owner, pool, mints } = read.accounts
  return { kind: 'pool', protocol: 'raydium_cpmm', pool, mints, creator, timestampSeconds: undefined }
}
