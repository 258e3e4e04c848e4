import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, tokenProgram } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { authority, program } from './addresses.ts'

/** `swap_base_in`, by the name in the program's log. */
export const swapBaseInLayout = struct(
  'swap_base_in',
  17,
  { amount_in: u64, minimum_amount_out: u64 },
  { discriminator: [9] },
)

/** `swap_base_out`, by the name in the program's log. */
export const swapBaseOutLayout = struct(
  'swap_base_out',
  17,
  { max_amount_in: u64, amount_out: u64 },
  { discriminator: [11] },
)

/** The accounts of a swap. Constant accounts are left out. */
export interface SwapAccounts {
  readonly amm: Address
  readonly amm_open_orders: Address
  readonly amm_coin_vault: Address
  readonly amm_pc_vault: Address
  readonly model_data: Address
  readonly market_program: Address
  readonly market: Address
  readonly market_bids: Address
  readonly market_asks: Address
  readonly market_event_queue: Address
  readonly market_coin_vault: Address
  readonly market_pc_vault: Address
  readonly market_vault_signer: Address
  readonly user_source: Address
  readonly user_destination: Address
  readonly user_source_owner: Address
}

/**
 * Lists the accounts in the program's order. For an exact output, Raydium's client also names the target orders. Every later account is
 * then in the wrong place, and the program fails.
 */
function swapAccounts(a: SwapAccounts): readonly AccountMeta[] {
  return [
    readonly(tokenProgram),
    writable(a.amm),
    readonly(authority),
    writable(a.amm_open_orders),
    writable(a.amm_coin_vault),
    writable(a.amm_pc_vault),
    writable(a.model_data),
    readonly(a.market_program),
    writable(a.market),
    writable(a.market_bids),
    writable(a.market_asks),
    writable(a.market_event_queue),
    writable(a.market_coin_vault),
    writable(a.market_pc_vault),
    readonly(a.market_vault_signer),
    writable(a.user_source),
    writable(a.user_destination),
    signer(a.user_source_owner),
  ]
}

/** Sells exactly `amountIn` and fails below `minimumAmountOut`. Raw units. */
export function encodeSwapBaseIn(a: SwapAccounts, amountIn: bigint, minimumAmountOut: bigint): Instruction {
  const data = swapBaseInLayout.encode({ amount_in: amountIn, minimum_amount_out: minimumAmountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}

/** Brings exactly `amountOut` and fails above `maxAmountIn`. Raw units. */
export function encodeSwapBaseOut(a: SwapAccounts, maxAmountIn: bigint, amountOut: bigint): Instruction {
  const data = swapBaseOutLayout.encode({ max_amount_in: maxAmountIn, amount_out: amountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}
