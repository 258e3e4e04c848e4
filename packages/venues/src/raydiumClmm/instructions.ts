import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, memoProgram, token2022Program, tokenProgram } from '@tern/core'
import { bool, struct, u64, u128 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { program } from './addresses.ts'

/** `swap_v2` (instructions/swap_v2.rs). A price limit of 0 means no limit: the swap fills the whole amount or fails. */
export const swapV2Layout = struct(
  'swap_v2',
  41,
  { amount: u64, other_amount_threshold: u64, sqrt_price_limit_x64: u128, is_base_input: bool },
  { discriminator: [0x2b, 0x04, 0xed, 0x0b, 0x1a, 0xc9, 0x1e, 0x62] },
)

/** The accounts of `SwapSingleV2` (instructions/swap_v2.rs), by the program's names. Constant accounts are left out. */
export interface SwapV2Accounts {
  readonly payer: Address
  readonly amm_config: Address
  readonly pool_state: Address
  readonly input_token_account: Address
  readonly output_token_account: Address
  readonly input_vault: Address
  readonly output_vault: Address
  readonly observation_state: Address
  readonly input_vault_mint: Address
  readonly output_vault_mint: Address
  /** Set only if the search for tick arrays may leave the pool's own bitmap. */
  readonly tickarray_bitmap_extension?: Address | undefined
  /** In the order of the swap. The program skips arrays before the first array that it needs. */
  readonly tick_arrays: readonly Address[]
}

function swapV2Accounts(a: SwapV2Accounts): readonly AccountMeta[] {
  return [
    signer(a.payer),
    readonly(a.amm_config),
    writable(a.pool_state),
    writable(a.input_token_account),
    writable(a.output_token_account),
    writable(a.input_vault),
    writable(a.output_vault),
    writable(a.observation_state),
    readonly(tokenProgram),
    readonly(token2022Program),
    readonly(memoProgram),
    readonly(a.input_vault_mint),
    readonly(a.output_vault_mint),
    ...(a.tickarray_bitmap_extension === undefined ? [] : [writable(a.tickarray_bitmap_extension)]),
    ...a.tick_arrays.map(writable),
  ]
}

/**
 * Sells exactly `amountIn`. Fails if less than `minimumAmountOut` arrives after the transfer fee. Raw units.
 * @param sqrtPriceLimitX64 square root of the price at which the sale stops, Q64.64. The rest of the input stays with the payer.
 */
export function encodeSwapV2ExactIn(
  a: SwapV2Accounts,
  amountIn: bigint,
  minimumAmountOut: bigint,
  sqrtPriceLimitX64 = 0n,
): Instruction {
  const amounts = { amount: amountIn, other_amount_threshold: minimumAmountOut }
  return encodeSwapV2(a, { ...amounts, sqrt_price_limit_x64: sqrtPriceLimitX64, is_base_input: true })
}

/**
 * Brings `amountOut`, counted after the transfer fee. Fails above `maxAmountIn`, which includes the transfer fee. Raw units.
 * @param sqrtPriceLimitX64 square root of the price at which the swap stops, Q64.64. The program checks no min output then.
 */
export function encodeSwapV2ExactOut(
  a: SwapV2Accounts,
  maxAmountIn: bigint,
  amountOut: bigint,
  sqrtPriceLimitX64 = 0n,
): Instruction {
  const amounts = { amount: amountOut, other_amount_threshold: maxAmountIn }
  return encodeSwapV2(a, { ...amounts, sqrt_price_limit_x64: sqrtPriceLimitX64, is_base_input: false })
}

function encodeSwapV2(a: SwapV2Accounts, asked: Parameters<typeof swapV2Layout.encode>[0]): Instruction {
  return { programAddress: program, accounts: swapV2Accounts(a), data: swapV2Layout.encode(asked) }
}
