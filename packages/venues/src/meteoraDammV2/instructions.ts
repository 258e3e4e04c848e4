import type { AccountMeta, Instruction } from '@solana/instructions'
import type { Address } from '@tern/core'
import { instructionsSysvar, struct, u8, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { eventAuthority, poolAuthority, program } from './addresses.ts'

/** `swap` (instructions/swap/ix_swap.rs, `SwapParameters`). */
export const swapLayout = struct(
  'swap',
  24,
  { amount_in: u64, minimum_amount_out: u64 },
  { discriminator: [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8] },
)

/** `swap2` (`SwapParameters2`): `amount_0` is the input, in mode 2 the output. `amount_1` is the limit on the other side. */
export const swap2Layout = struct(
  'swap2',
  25,
  {
    amount_0: u64,
    amount_1: u64,
    /** 0: exactly in, 1: in as far as the price range reaches, 2: exactly out. */
    swap_mode: u8,
  },
  { discriminator: [0x41, 0x4b, 0x3f, 0x4c, 0xeb, 0x5b, 0x5b, 0x88] },
)

/** `SwapMode` (instructions/swap/ix_swap.rs). */
export const swapModes = { exactIn: 0, partialFill: 1, exactOut: 2 } as const

/** The accounts of `SwapCtx` (instructions/swap/ix_swap.rs), by the program's names. Constant accounts are left out. */
export interface SwapAccounts {
  readonly pool: Address
  readonly input_token_account: Address
  readonly output_token_account: Address
  readonly token_a_vault: Address
  readonly token_b_vault: Address
  readonly token_a_mint: Address
  readonly token_b_mint: Address
  readonly payer: Address
  readonly token_a_program: Address
  readonly token_b_program: Address
  /** Account of the fee's mint. */
  readonly referral_token_account?: Address | undefined
  /** `shown`: the program may read the transaction's other instructions. A pool with a rate limiter needs it. */
  readonly instructions: 'shown' | 'hidden'
}

function swapAccounts(a: SwapAccounts): readonly AccountMeta[] {
  return [
    readonly(poolAuthority),
    writable(a.pool),
    writable(a.input_token_account),
    writable(a.output_token_account),
    writable(a.token_a_vault),
    writable(a.token_b_vault),
    readonly(a.token_a_mint),
    readonly(a.token_b_mint),
    signer(a.payer),
    readonly(a.token_a_program),
    readonly(a.token_b_program),
    // Anchor leaves an account out by naming the program instead.
    a.referral_token_account === undefined ? readonly(program) : writable(a.referral_token_account),
    readonly(eventAuthority),
    readonly(program),
    ...(a.instructions === 'shown' ? [readonly(instructionsSysvar)] : []),
  ]
}

/** Sells exactly `amountIn`. Fails if less than `minimumAmountOut` arrives after the transfer fee. Raw units. */
export function encodeSwap(a: SwapAccounts, amountIn: bigint, minimumAmountOut: bigint): Instruction {
  const data = swapLayout.encode({ amount_in: amountIn, minimum_amount_out: minimumAmountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}

/** Encodes `swap2`. The input includes its transfer fee, and the output is the amount after its transfer fee. Raw units. */
export function encodeSwap2(a: SwapAccounts, mode: keyof typeof swapModes, amount: bigint, limit: bigint): Instruction {
  const data = swap2Layout.encode({ amount_0: amount, amount_1: limit, swap_mode: swapModes[mode] })
  return { programAddress: program, accounts: swapAccounts(a), data }
}
