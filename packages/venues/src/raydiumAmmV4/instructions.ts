import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, tokenProgram } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { authority, program } from './addresses.ts'

/** `SwapBaseIn` (instruction.rs), known to every release. */
export const swapBaseInLayout = struct(
  'swap_base_in',
  17,
  { amount_in: u64, minimum_amount_out: u64 },
  { discriminator: [9] },
)

/** `SwapBaseOut` (instruction.rs), known to every release. */
export const swapBaseOutLayout = struct(
  'swap_base_out',
  17,
  { max_amount_in: u64, amount_out: u64 },
  { discriminator: [11] },
)

/** `SwapBaseInV2` (instruction.rs), since September 2025. */
export const swapBaseInV2Layout = struct(
  'swap_base_in_v2',
  17,
  { amount_in: u64, minimum_amount_out: u64 },
  { discriminator: [16] },
)

/** `SwapBaseOutV2` (instruction.rs), since September 2025. */
export const swapBaseOutV2Layout = struct(
  'swap_base_out_v2',
  17,
  { max_amount_in: u64, amount_out: u64 },
  { discriminator: [17] },
)

/** The accounts of a swap, by the program's names. Constant accounts are left out. */
export interface SwapAccounts {
  readonly amm: Address
  readonly amm_coin_vault: Address
  readonly amm_pc_vault: Address
  readonly user_source: Address
  readonly user_destination: Address
  readonly user_source_owner: Address
}

/**
 * The accounts of an order book, by the program's names. Only releases before July 2026 read them, and only if the pool
 * has the status `initialized`.
 */
export interface MarketAccounts {
  readonly amm_open_orders: Address
  readonly market_program: Address
  readonly market: Address
  readonly market_bids: Address
  readonly market_asks: Address
  readonly market_event_queue: Address
  readonly market_coin_vault: Address
  readonly market_pc_vault: Address
  readonly market_vault_signer: Address
}

/** Returns the accounts in place of an order book that the program does not read: the pool itself. */
export function withoutMarket(amm: Address): MarketAccounts {
  return {
    amm_open_orders: amm,
    market_program: amm,
    market: amm,
    market_bids: amm,
    market_asks: amm,
    market_event_queue: amm,
    market_coin_vault: amm,
    market_pc_vault: amm,
    market_vault_signer: amm,
  }
}

function user(a: SwapAccounts): readonly AccountMeta[] {
  return [writable(a.user_source), writable(a.user_destination), signer(a.user_source_owner)]
}

function swapAccounts(a: SwapAccounts, m: MarketAccounts): readonly AccountMeta[] {
  return [
    readonly(tokenProgram),
    writable(a.amm),
    readonly(authority),
    writable(m.amm_open_orders),
    writable(a.amm_coin_vault),
    writable(a.amm_pc_vault),
    readonly(m.market_program),
    writable(m.market),
    writable(m.market_bids),
    writable(m.market_asks),
    writable(m.market_event_queue),
    writable(m.market_coin_vault),
    writable(m.market_pc_vault),
    readonly(m.market_vault_signer),
    ...user(a),
  ]
}

function swapV2Accounts(a: SwapAccounts): readonly AccountMeta[] {
  return [
    readonly(tokenProgram),
    writable(a.amm),
    readonly(authority),
    writable(a.amm_coin_vault),
    writable(a.amm_pc_vault),
    ...user(a),
  ]
}

/** Sells exactly `amountIn` and fails below `minimumAmountOut`. Raw units. */
export function encodeSwapBaseIn(
  a: SwapAccounts,
  market: MarketAccounts,
  amountIn: bigint,
  minimumAmountOut: bigint,
): Instruction {
  const data = swapBaseInLayout.encode({ amount_in: amountIn, minimum_amount_out: minimumAmountOut })
  return { programAddress: program, accounts: swapAccounts(a, market), data }
}

/** Brings exactly `amountOut` and fails above `maxAmountIn`. Raw units. */
export function encodeSwapBaseOut(
  a: SwapAccounts,
  market: MarketAccounts,
  maxAmountIn: bigint,
  amountOut: bigint,
): Instruction {
  const data = swapBaseOutLayout.encode({ max_amount_in: maxAmountIn, amount_out: amountOut })
  return { programAddress: program, accounts: swapAccounts(a, market), data }
}

/** Like `encodeSwapBaseIn`, without the accounts of an order book. */
export function encodeSwapBaseInV2(a: SwapAccounts, amountIn: bigint, minimumAmountOut: bigint): Instruction {
  const data = swapBaseInV2Layout.encode({ amount_in: amountIn, minimum_amount_out: minimumAmountOut })
  return { programAddress: program, accounts: swapV2Accounts(a), data }
}

/** Like `encodeSwapBaseOut`, without the accounts of an order book. */
export function encodeSwapBaseOutV2(a: SwapAccounts, maxAmountIn: bigint, amountOut: bigint): Instruction {
  const data = swapBaseOutV2Layout.encode({ max_amount_in: maxAmountIn, amount_out: amountOut })
  return { programAddress: program, accounts: swapV2Accounts(a), data }
}
