import type { AccountMeta, Instruction } from '@solana/instructions'
import type { Address } from '@tern/core'
import { instructionsSysvar, struct, u8, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { eventAuthority, poolAuthority, program } from './addresses.ts'

/** `swap` (instructions/swap/ix_swap.rs): exact input only. */
export const swapLayout = struct(
  'swap',
  24,
  { amount_in: u64, minimum_amount_out: u64 },
  { discriminator: [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8] },
)

/** `swap2` (instructions/swap/ix_swap.rs). The mode decides the meaning of both amounts. */
export const swap2Layout = struct(
  'swap2',
  25,
  { amount_0: u64, amount_1: u64, swap_mode: u8 },
  { discriminator: [0x41, 0x4b, 0x3f, 0x4c, 0xeb, 0x5b, 0x5b, 0x88] },
)

/** `SwapMode`. If an exact input would exceed the curve, a partial fill takes the rest of the curve instead of failing. */
export const swapModes = { exactIn: 0, partialFill: 1, exactOut: 2 } as const
type SwapMode = (typeof swapModes)[keyof typeof swapModes]

/** The accounts of `SwapCtx`, by the program's names. Constant accounts are left out. */
export interface SwapAccounts {
  readonly config: Address
  readonly pool: Address
  readonly input_token_account: Address
  readonly output_token_account: Address
  readonly base_vault: Address
  readonly quote_vault: Address
  readonly base_mint: Address
  readonly quote_mint: Address
  readonly payer: Address
  readonly token_base_program: Address
  readonly token_quote_program: Address
  /** Account of the fee's token. It receives a fifth of the protocol's part. */
  readonly referral_token_account?: Address | undefined
  /** `true` if the program may read the transaction's other instructions. It must if fees rise with the amount. */
  readonly showsInstructions: boolean
}

function swapAccounts(a: SwapAccounts): readonly AccountMeta[] {
  const accounts = [
    readonly(poolAuthority),
    readonly(a.config),
    writable(a.pool),
    writable(a.input_token_account),
    writable(a.output_token_account),
    writable(a.base_vault),
    writable(a.quote_vault),
    readonly(a.base_mint),
    readonly(a.quote_mint),
    signer(a.payer),
    readonly(a.token_base_program),
    readonly(a.token_quote_program),
    a.referral_token_account === undefined ? readonly(program) : writable(a.referral_token_account),
    readonly(eventAuthority),
    readonly(program),
  ]
  return a.showsInstructions ? [...accounts, readonly(instructionsSysvar)] : accounts
}

/** Sells exactly `amountIn` and fails below `minOut`. Raw units. */
export function encodeSwap(a: SwapAccounts, amountIn: bigint, minOut: bigint): Instruction {
  const data = swapLayout.encode({ amount_in: amountIn, minimum_amount_out: minOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}

/** Raw units. `fixed` is the input and `limit` the min output. For an exact output, `fixed` is the output and `limit` the max input. */
export function encodeSwap2(a: SwapAccounts, fixed: bigint, limit: bigint, mode: SwapMode): Instruction {
  const data = swap2Layout.encode({ amount_0: fixed, amount_1: limit, swap_mode: mode })
  return { programAddress: program, accounts: swapAccounts(a), data }
}
