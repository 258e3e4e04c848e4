import { type Address, token2022Program, tokenProgram } from '@tern/core'
import { address, bool, type Decoded, struct, u8, u64, u128 } from '@tern/core/internal'
import { readLanded } from '../effects/readLanded.ts'
import { squareRootPrice } from '../price.ts'
import type { Migration, NamedInstruction, VenueEvent } from '../readEvents.ts'
import { protocolOf } from './addresses.ts'
import { initializeHookedLayout, initializeSplLayout, initializeToken2022Layout } from './launchInstructions.ts'

/** `EvtSwap` (event.rs). Every swap writes it; in the first releases it is the only event of a swap. */
export const swapEventLayout = struct(
  'EvtSwap',
  162,
  {
    pool: address,
    config: address,
    /** 0: the base token comes in. 1: the quote token comes in. */
    trade_direction: u8,
    has_referral: bool,
    amount_in_asked: u64,
    minimum_amount_out: u64,
    actual_input_amount: u64,
    output_amount: u64,
    next_sqrt_price: u128,
    trading_fee: u64,
    protocol_fee: u64,
    referral_fee: u64,
    amount_in: u64,
    current_timestamp: u64,
  },
  { discriminator: [0x1b, 0x3c, 0x15, 0xd5, 0x8a, 0xaa, 0xbb, 0x93] },
)

const swap2Fields = {
  pool: address,
  config: address,
  trade_direction: u8,
  has_referral: bool,
  amount_0: u64,
  amount_1: u64,
  swap_mode: u8,
  included_fee_input_amount: u64,
  excluded_fee_input_amount: u64,
  amount_left: u64,
  output_amount: u64,
  next_sqrt_price: u128,
  trading_fee: u64,
  protocol_fee: u64,
  referral_fee: u64,
  quote_reserve_amount: u64,
  migration_threshold: u64,
  current_timestamp: u64,
} as const

/** `EvtSwap2` (event.rs). `included_fee_input_amount` includes the fee, and `output_amount` excludes the fee. */
export const swap2EventLayout = struct('EvtSwap2', 187, swap2Fields, {
  discriminator: [0xbd, 0x42, 0x33, 0xa8, 0x26, 0x50, 0x75, 0x99],
})

/** `EvtSwap2WithTransferHook` (event.rs): `EvtSwap2` for a token with a transfer hook. */
export const hookedSwapEventLayout = struct('EvtSwap2WithTransferHook', 187, swap2Fields, {
  discriminator: [0x86, 0x3b, 0xa8, 0x78, 0x5e, 0x33, 0x72, 0xe7],
})

const launchFields = {
  pool: address,
  config: address,
  creator: address,
  base_mint: address,
  pool_type: u8,
  activation_point: u64,
} as const

/** `EvtInitializePool` (event.rs). */
export const initializePoolEventLayout = struct('EvtInitializePool', 145, launchFields, {
  discriminator: [0xe4, 0x32, 0xf6, 0x55, 0xcb, 0x42, 0x86, 0x25],
})

/** `EvtInitializePoolWithTransferHook` (event.rs). */
export const initializeHookedEventLayout = struct('EvtInitializePoolWithTransferHook', 145, launchFields, {
  discriminator: [0xd5, 0x89, 0xa4, 0x35, 0xc1, 0x4a, 0x0f, 0x6e],
})

const completionFields = { pool: address, config: address, base_reserve: u64, quote_reserve: u64 } as const

/** `EvtCurveComplete` (event.rs). */
export const curveCompleteEventLayout = struct('EvtCurveComplete', 88, completionFields, {
  discriminator: [0xe5, 0xe7, 0x56, 0x54, 0x9c, 0x86, 0x4b, 0x18],
})

/** `EvtCurveCompleteWithTransferHook` (event.rs). From then on, transfers of the token call no program. */
export const hookedCompleteEventLayout = struct('EvtCurveCompleteWithTransferHook', 88, completionFields, {
  discriminator: [0x3b, 0x2f, 0x6d, 0xcd, 0x0d, 0x1f, 0x2c, 0x9f],
})

/** A swap, as the program's event reports it. */
export type Swap2Event = Decoded<typeof swap2EventLayout>

/** The layout of an account, an instruction or an event, as far as its first bytes. */
interface Begun {
  readonly discriminator: Uint8Array
}

function begins({ discriminator }: Begun, bytes: Uint8Array): boolean {
  return discriminator.every((byte, i) => bytes[i] === byte)
}

/**
 * Reads an event of the program.
 * Events name neither the pool's mints nor a token's name, so these come from the instruction.
 *
 * @returns `undefined` for an event of another type, or if its instruction is not given.
 * @throws TernError `layout/*` if the event is truncated.
 */
export function readEvent(event: Uint8Array, instructions: readonly NamedInstruction[]): VenueEvent | undefined {
  for (const layout of [swap2EventLayout, hookedSwapEventLayout])
    if (begins(layout, event)) return swapped(layout.decode(event, 'atLeast'), instructions)
  if (begins(swapEventLayout, event)) {
    // If the transaction also has the newer event, that event reports the swap.
    if (instructions.some(({ data }) => begins(swap2EventLayout, data.subarray(8)))) return undefined
    const swap = swapEventLayout.decode(event, 'atLeast')
    return swapped({ ...swap, included_fee_input_amount: swap.amount_in }, instructions)
  }
  for (const layout of [initializePoolEventLayout, initializeHookedEventLayout])
    if (begins(layout, event)) return launched(layout.decode(event, 'atLeast'), instructions)
  for (const layout of [curveCompleteEventLayout, hookedCompleteEventLayout]) {
    if (!begins(layout, event)) continue
    const { pool, config } = layout.decode(event, 'atLeast')
    const mint = swapOf(pool, instructions)?.base
    return mint && { kind: 'completion', protocol: protocolOf(config), pool, mint }
  }
  return undefined
}

type Swapped = Pick<
  Swap2Event,
  'pool' | 'config' | 'trade_direction' | 'included_fee_input_amount' | 'output_amount' | 'next_sqrt_price'
>

/** Returns the mints and the trader of the first swap of a pool. */
function swapOf(pool: Address, instructions: readonly NamedInstruction[]) {
  for (const instruction of instructions) {
    const read = readLanded(instruction, 'named')
    if (read?.kind !== 'swap' || read.pool !== pool) continue
    const [base, quote] = read.mints
    return { base, quote, trader: instruction.accounts[read.walletPlaces[0] ?? -1] }
  }
  return undefined
}

function swapped(swap: Swapped, instructions: readonly NamedInstruction[]): VenueEvent | undefined {
  const { base, quote, trader } = swapOf(swap.pool, instructions) ?? {}
  if (base === undefined || quote === undefined || trader === undefined) return undefined
  const [mintIn, mintOut] = swap.trade_direction === 0 ? [base, quote] : [quote, base]
  return {
    kind: 'trade',
    protocol: protocolOf(swap.config),
    pool: swap.pool,
    mintIn,
    mintOut,
    amountIn: swap.included_fee_input_amount,
    amountOut: swap.output_amount,
    trader,
    priceAfter: squareRootPrice(swap.next_sqrt_price, swap.trade_direction === 0 ? 'first' : 'second'),
  }
}

function launched(
  { pool, config, creator, base_mint: mint, pool_type }: Decoded<typeof initializePoolEventLayout>,
  instructions: readonly NamedInstruction[],
): VenueEvent | undefined {
  for (const layout of [initializeSplLayout, initializeToken2022Layout, initializeHookedLayout]) {
    const made = instructions.find(({ accounts, data }) => layout.begins(data) && accounts[5] === pool)
    if (made === undefined) continue
    const { name, symbol, uri } = layout.decode(made.data)
    return {
      kind: 'launch',
      protocol: protocolOf(config),
      ...{ pool, mint, creator, name, symbol, uri },
      tokenProgram: pool_type === 0 ? tokenProgram : token2022Program,
      // The event has a slot or a Unix second. Only the config shows the unit.
      timestampSeconds: undefined,
    }
  }
  return undefined
}

/** Reads a migration from its instruction, because no event reports it. `undefined` for any other instruction. */
export function readInstructionEvent(instruction: NamedInstruction): Migration | undefined {
  const read = readLanded(instruction, 'named')
  const [mint] = read?.mints ?? []
  if (read?.kind !== 'migrate' || !read.pool || !read.to || !read.config || !mint) return undefined
  return { kind: 'migration', protocol: protocolOf(read.config), pool: read.pool, mint, to: read.to }
}
