import type { Address, Ratio } from '@tern/core'
import { address, bool, bytes, type Decoded, struct, u8, u16, u64, u128 } from '@tern/core/internal'
import { borsh, option, type Record } from '../borsh.ts'
import { readLanded } from '../effects/readLanded.ts'
import type { NamedInstruction, VenueEvent } from '../readEvents.ts'
import { priceOf } from './curve.ts'
import { dynamicFeeLayout } from './dynamicFee.ts'

/**
 * `EvtSwap2` (event.rs), written by both swaps. Version 0.1 had a partner's fee in the place of the compounding fee.
 */
export const swapEventLayout = struct(
  'EvtSwap2',
  188,
  {
    pool: address,
    /** 0: A to B. */
    trade_direction: u8,
    collect_fee_mode: u8,
    has_referral: bool,
    amount_0: u64,
    amount_1: u64,
    swap_mode: u8,
    included_fee_input_amount: u64,
    excluded_fee_input_amount: u64,
    amount_left: u64,
    output_amount: u64,
    next_sqrt_price: u128,
    claiming_fee: u64,
    protocol_fee: u64,
    compounding_fee: u64,
    referral_fee: u64,
    included_transfer_fee_amount_in: u64,
    included_transfer_fee_amount_out: u64,
    excluded_transfer_fee_amount_out: u64,
    current_timestamp: u64,
    reserve_a_amount: u64,
    reserve_b_amount: u64,
  },
  { discriminator: [0xbd, 0x42, 0x33, 0xa8, 0x26, 0x50, 0x75, 0x99] },
)

/** `EvtInitializePool` (event.rs). */
export const initializePoolEventLayout = borsh(
  'EvtInitializePool',
  {
    pool: address,
    token_a_mint: address,
    token_b_mint: address,
    creator: address,
    payer: address,
    alpha_vault: address,
    base_fee: bytes(27),
    compounding_fee_bps: u16,
    padding: u8,
    dynamic_fee: option(dynamicFeeLayout),
    sqrt_min_price: u128,
    sqrt_max_price: u128,
    activation_type: u8,
    collect_fee_mode: u8,
    liquidity: u128,
    sqrt_price: u128,
    activation_point: u64,
    token_a_flag: u8,
    token_b_flag: u8,
    token_a_amount: u64,
    token_b_amount: u64,
    total_amount_a: u64,
    total_amount_b: u64,
    pool_type: u8,
  },
  { discriminator: [0xe4, 0x32, 0xf6, 0x55, 0xcb, 0x42, 0x86, 0x25] },
)

/** `EvtCreatePosition` (event.rs). */
export const createPositionEventLayout = struct(
  'EvtCreatePosition',
  136,
  { pool: address, owner: address, position: address, position_nft_mint: address },
  { discriminator: [0x9c, 0x0f, 0x77, 0xc6, 0x1d, 0xb5, 0xdd, 0x37] },
)

/** A swap, as the program's event reports it. */
export type SwapEvent = Decoded<typeof swapEventLayout>
/** A new pool, as the program's event reports it. */
export type InitializePoolEvent = Record<typeof initializePoolEventLayout>

const protocol = 'meteora_damm_v2'

/**
 * Reads an event of the program.
 * Amounts are the trader's: `amountIn` includes the input's transfer fee, and `amountOut` excludes the output's.
 *
 * @param instructions of the transaction. A trade's event does not name the pool's mints, but its instruction does.
 * @returns `undefined` for an event of another type, or if no instruction names the mints.
 * @throws TernError `layout/*` if the event is truncated.
 */
export function readEvent(event: Uint8Array, instructions: readonly NamedInstruction[]): VenueEvent | undefined {
  if (initializePoolEventLayout.begins(event)) {
    const { pool, token_a_mint, token_b_mint, creator } = initializePoolEventLayout.decode(event)
    const mints = [token_a_mint, token_b_mint] as const
    return { kind: 'pool', protocol, pool, mints, creator, timestampSeconds: undefined }
  }
  if (swapEventLayout.discriminator.some((byte, i) => event[i] !== byte)) return undefined
  const swap = swapEventLayout.decode(event, 'atLeast')
  for (const { mints } of swapsOf(swap.pool, instructions)) {
    const [mintIn, mintOut] = swap.trade_direction === 0 ? mints : mints.toReversed()
    if (mintIn === undefined || mintOut === undefined) continue
    return {
      ...{ kind: 'trade', protocol, pool: swap.pool, mintIn, mintOut },
      amountIn: swap.included_transfer_fee_amount_in,
      amountOut: swap.excluded_transfer_fee_amount_out,
      ...traderOf(swap, instructions),
      priceAfter: priceAfter(swap),
    }
  }
  return undefined
}

/**
 * Computes the price after a swap. The event contains the pool's square root and reserves after it (`EvtSwap2` in
 * instructions/swap/ix_p_swap.rs). Releases before 0.2 report the root that they then store, and have no compounding
 * pools.
 */
function priceAfter(swap: SwapEvent): Ratio {
  return priceOf(
    {
      collect_fee_mode: swap.collect_fee_mode,
      sqrt_price: swap.next_sqrt_price,
      token_a_amount: swap.reserve_a_amount,
      token_b_amount: swap.reserve_b_amount,
    },
    swap.trade_direction === 0 ? 'aToB' : 'bToA',
  )
}

/** Returns the signer, if all swaps of the pool in the transaction have one signer. */
function traderOf({ pool }: SwapEvent, instructions: readonly NamedInstruction[]) {
  const swaps = swapsOf(pool, instructions)
  const [first] = swaps
  const isOne = swaps.every(({ trader }) => trader === first?.trader)
  return isOne && first?.trader !== undefined ? { trader: first.trader } : {}
}

/** Returns the pool's mints in its order and the trader, for each swap of the pool. */
function swapsOf(pool: Address, instructions: readonly NamedInstruction[]) {
  return instructions.flatMap(instruction => {
    const read = readLanded(instruction, 'named')
    const trader = instruction.accounts[read?.walletPlaces[0] ?? -1]
    return read?.kind === 'swap' && read.pool === pool ? [{ mints: read.mints, trader }] : []
  })
}
