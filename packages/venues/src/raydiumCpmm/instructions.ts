import type { AccountMeta, Instruction } from '@solana/instructions'
import type { Address } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { authority, program } from './addresses.ts'

/** `swap_base_input` (instructions/swap_base_input.rs). */
export const swapBaseInputLayout = struct(
  'swap_base_input',
  24,
  { amount_in: u64, minimum_amount_out: u64 },
  { discriminator: [0x8f, 0xbe, 0x5a, 0xda, 0xc4, 0x1e, 0x33, 0xde] },
)

/** `swap_base_output` (instructions/swap_base_output.rs). */
export const swapBaseOutputLayout = struct(
  'swap_base_output',
  24,
  { max_amount_in: u64, amount_out: u64 },
  { discriminator: [0x37, 0xd9, 0x62, 0x56, 0xa3, 0x4a, 0xb4, 0xad] },
)

/** The accounts of `Swap` (instructions/swap_base_input.rs), by the program's names. Constant accounts are left out. */
export interface SwapAccounts {
  readonly payer: Address
  readonly amm_config: Address
  readonly pool_state: Address
  readonly input_token_account: Address
  readonly output_token_account: Address
  readonly input_vault: Address
  readonly output_vault: Address
  readonly input_token_program: Address
  readonly output_token_program: Address
  readonly input_token_mint: Address
  readonly output_token_mint: Address
  readonly observation_state: Address
}

function swapAccounts(a: SwapAccounts): readonly AccountMeta[] {
  return [
    signer(a.payer),
    readonly(authority),
    readonly(a.amm_config),
    writable(a.pool_state),
    writable(a.input_token_account),
    writable(a.output_token_account),
    writable(a.input_vault),
    writable(a.output_vault),
    readonly(a.input_token_program),
    readonly(a.output_token_program),
    readonly(a.input_token_mint),
    readonly(a.output_token_mint),
    writable(a.observation_state),
  ]
}

/** Sells exactly `amountIn`. Fails if less than `minimumAmountOut` arrives after the transfer fee. Raw units. */
export function encodeSwapBaseInput(a: SwapAccounts, amountIn: bigint, minimumAmountOut: bigint): Instruction {
  const data = swapBaseInputLayout.encode({ amount_in: amountIn, minimum_amount_out: minimumAmountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}

/** Brings exactly `amountOut` after the transfer fee and fails above `maxAmountIn`. Raw units. */
export function encodeSwapBaseOutput(a: SwapAccounts, maxAmountIn: bigint, amountOut: bigint): Instruction {
  const data = swapBaseOutputLayout.encode({ max_amount_in: maxAmountIn, amount_out: amountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}
