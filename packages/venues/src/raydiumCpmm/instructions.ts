import type { AccountMeta, Instruction } from '@solana/instructions'
import {
  type Address,
  associatedTokenProgram,
  memoProgram,
  rentSysvar,
  struct,
  systemProgram,
  token2022Program,
  tokenProgram,
  u64,
} from '@tern/core'
import { readonly, signer, writable, writableSigner } from '../accountMeta.ts'
import { authority, createPoolFeeReceiver, program } from './addresses.ts'

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

/** `initialize` (instructions/initialize.rs). */
export const initializeLayout = struct(
  'initialize',
  32,
  { init_amount_0: u64, init_amount_1: u64, open_time: u64 },
  { discriminator: [0xaf, 0xaf, 0x6d, 0x1f, 0x0d, 0x98, 0x9b, 0xed] },
)

/** `deposit` (instructions/deposit.rs). */
export const depositLayout = struct(
  'deposit',
  32,
  { lp_token_amount: u64, maximum_token_0_amount: u64, maximum_token_1_amount: u64 },
  { discriminator: [0xf2, 0x23, 0xc6, 0x89, 0x52, 0xe1, 0xf2, 0xb6] },
)

/** `withdraw` (instructions/withdraw.rs). */
export const withdrawLayout = struct(
  'withdraw',
  32,
  { lp_token_amount: u64, minimum_token_0_amount: u64, minimum_token_1_amount: u64 },
  { discriminator: [0xb7, 0x12, 0x46, 0x9c, 0x94, 0x6d, 0xa1, 0x22] },
)

/** The accounts of `Swap` (instructions/swap_base_input.rs), by the program's names; those that never change are left out. */
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

/** Sells exactly `amountIn` and fails below `minimumAmountOut`, which is what arrives after the transfer fee. Raw units. */
export function encodeSwapBaseInput(a: SwapAccounts, amountIn: bigint, minimumAmountOut: bigint): Instruction {
  const data = swapBaseInputLayout.encode({ amount_in: amountIn, minimum_amount_out: minimumAmountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}

/** Brings exactly `amountOut` after the transfer fee and fails above `maxAmountIn`. Raw units. */
export function encodeSwapBaseOutput(a: SwapAccounts, maxAmountIn: bigint, amountOut: bigint): Instruction {
  const data = swapBaseOutputLayout.encode({ max_amount_in: maxAmountIn, amount_out: amountOut })
  return { programAddress: program, accounts: swapAccounts(a), data }
}

/** The accounts of `Initialize` (instructions/initialize.rs); token 0 is the lower mint bytewise. */
export interface InitializeAccounts {
  readonly creator: Address
  readonly amm_config: Address
  readonly pool_state: Address
  readonly token_0_mint: Address
  readonly token_1_mint: Address
  readonly lp_mint: Address
  readonly creator_token_0: Address
  readonly creator_token_1: Address
  readonly creator_lp_token: Address
  readonly token_0_vault: Address
  readonly token_1_vault: Address
  readonly observation_state: Address
  readonly token_0_program: Address
  readonly token_1_program: Address
}

/** Creates a pool, its vaults and its LP mint. `openTimeSeconds` in the past means: the next second. */
export function encodeInitialize(
  a: InitializeAccounts,
  amount0: bigint,
  amount1: bigint,
  openTimeSeconds: bigint,
): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.creator),
      readonly(a.amm_config),
      readonly(authority),
      writable(a.pool_state),
      readonly(a.token_0_mint),
      readonly(a.token_1_mint),
      writable(a.lp_mint),
      writable(a.creator_token_0),
      writable(a.creator_token_1),
      writable(a.creator_lp_token),
      writable(a.token_0_vault),
      writable(a.token_1_vault),
      writable(createPoolFeeReceiver),
      writable(a.observation_state),
      readonly(tokenProgram),
      readonly(a.token_0_program),
      readonly(a.token_1_program),
      readonly(associatedTokenProgram),
      readonly(systemProgram),
      readonly(rentSysvar),
    ],
    data: initializeLayout.encode({ init_amount_0: amount0, init_amount_1: amount1, open_time: openTimeSeconds }),
  }
}

/** The accounts of `Deposit` and, but for the memo program, of `Withdraw`. */
export interface LiquidityAccounts {
  readonly owner: Address
  readonly pool_state: Address
  readonly owner_lp_token: Address
  readonly token_0_account: Address
  readonly token_1_account: Address
  readonly token_0_vault: Address
  readonly token_1_vault: Address
  readonly vault_0_mint: Address
  readonly vault_1_mint: Address
  readonly lp_mint: Address
}

function liquidityAccounts(a: LiquidityAccounts): readonly AccountMeta[] {
  return [
    signer(a.owner),
    readonly(authority),
    writable(a.pool_state),
    writable(a.owner_lp_token),
    writable(a.token_0_account),
    writable(a.token_1_account),
    writable(a.token_0_vault),
    writable(a.token_1_vault),
    readonly(tokenProgram),
    readonly(token2022Program),
    readonly(a.vault_0_mint),
    readonly(a.vault_1_mint),
    writable(a.lp_mint),
  ]
}

/** Pays in for `lpAmount` LP tokens, at most `most0` and `most1`, transfer fees in them. Raw units. */
export function encodeDeposit(a: LiquidityAccounts, lpAmount: bigint, most0: bigint, most1: bigint): Instruction {
  const data = depositLayout.encode({
    lp_token_amount: lpAmount,
    maximum_token_0_amount: most0,
    maximum_token_1_amount: most1,
  })
  return { programAddress: program, accounts: liquidityAccounts(a), data }
}

/** Burns `lpAmount` LP tokens for at least `least0` and `least1`, as they arrive. Raw units. */
export function encodeWithdraw(a: LiquidityAccounts, lpAmount: bigint, least0: bigint, least1: bigint): Instruction {
  const data = withdrawLayout.encode({
    lp_token_amount: lpAmount,
    minimum_token_0_amount: least0,
    minimum_token_1_amount: least1,
  })
  return { programAddress: program, accounts: [...liquidityAccounts(a), readonly(memoProgram)], data }
}
