import type { AccountMeta, Instruction } from '@solana/instructions'
import {
  type Address,
  associatedTokenProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { rentSysvar, struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable, writableSigner } from '../accountMeta.ts'
import { authority, createPoolFeeReceiver, program } from './addresses.ts'

/** `initialize` (instructions/initialize.rs): creates a pool. */
export const initializeLayout = struct(
  'initialize',
  32,
  { init_amount_0: u64, init_amount_1: u64, open_time: u64 },
  { discriminator: [0xaf, 0xaf, 0x6d, 0x1f, 0x0d, 0x98, 0x9b, 0xed] },
)

/** `deposit` (instructions/deposit.rs): mints LP tokens. */
export const depositLayout = struct(
  'deposit',
  32,
  { lp_token_amount: u64, maximum_token_0_amount: u64, maximum_token_1_amount: u64 },
  { discriminator: [0xf2, 0x23, 0xc6, 0x89, 0x52, 0xe1, 0xf2, 0xb6] },
)

/** `withdraw` (instructions/withdraw.rs): burns LP tokens. */
export const withdrawLayout = struct(
  'withdraw',
  32,
  { lp_token_amount: u64, minimum_token_0_amount: u64, minimum_token_1_amount: u64 },
  { discriminator: [0xb7, 0x12, 0x46, 0x9c, 0x94, 0x6d, 0xa1, 0x22] },
)

/** The accounts of `Initialize` (instructions/initialize.rs); token 0 is the lower mint bytewise. */
export interface InitializeAccounts {
  readonly creator: Address
  readonly amm_config: Address
  /** The address of `poolAddress`, or of a fresh key pair. */
  readonly pool_state: Address
  /**
   * Must be `true` if `pool_state` is the address of a fresh key pair, which then signs, too.
   * @default false
   */
  readonly isPoolSigner?: boolean
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

/** The arguments of `initialize`, in raw units. The wallet sends these amounts, including transfer fees. */
export interface InitializeArguments {
  readonly amount0: bigint
  readonly amount1: bigint
  /** Unix seconds. The program replaces a time that has passed by the next second. */
  readonly openTimeSeconds: bigint
}

/**
 * Encodes the creation of a pool, its vaults, its LP mint and the creator's LP account.
 *
 * @throws TernError `amount/outOfRange` if an argument does not fit into 64 bits.
 * @see `initialize` (instructions/initialize.rs)
 * @example
 * encodeInitialize(accounts, { amount0: 10n ** 9n, amount1: 10n ** 6n, openTimeSeconds: 0n }).accounts?.length // 20
 */
export function encodeInitialize(a: InitializeAccounts, args: InitializeArguments): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.creator),
      readonly(a.amm_config),
      readonly(authority),
      a.isPoolSigner === true ? writableSigner(a.pool_state) : writable(a.pool_state),
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
    data: initializeLayout.encode({
      init_amount_0: args.amount0,
      init_amount_1: args.amount1,
      open_time: args.openTimeSeconds,
    }),
  }
}

/** The accounts of `Deposit` and, except for the memo program, of `Withdraw`. */
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

/** The arguments of `deposit`, in raw units. The maximums include transfer fees. */
export interface DepositArguments {
  /** The LP tokens that the program mints, exactly. */
  readonly lpAmount: bigint
  readonly maxAmount0: bigint
  readonly maxAmount1: bigint
}

/**
 * Encodes a deposit of both tokens for an exact amount of LP tokens.
 *
 * @throws TernError `amount/outOfRange` if an argument does not fit into 64 bits.
 * @see `deposit` (instructions/deposit.rs)
 * @example
 * encodeDeposit(accounts, { lpAmount: 1_000n, maxAmount0: 2_020n, maxAmount1: 505n }).accounts?.length // 13
 */
export function encodeDeposit(a: LiquidityAccounts, args: DepositArguments): Instruction {
  const data = depositLayout.encode({
    lp_token_amount: args.lpAmount,
    maximum_token_0_amount: args.maxAmount0,
    maximum_token_1_amount: args.maxAmount1,
  })
  return { programAddress: program, accounts: liquidityAccounts(a), data }
}

/** The arguments of `withdraw`, in raw units. The minimums are the amounts that arrive after transfer fees. */
export interface WithdrawArguments {
  /** The LP tokens that the program burns, exactly. */
  readonly lpAmount: bigint
  readonly minAmount0: bigint
  readonly minAmount1: bigint
}

/**
 * Encodes a withdrawal of both tokens for an exact amount of LP tokens.
 *
 * @throws TernError `amount/outOfRange` if an argument does not fit into 64 bits.
 * @see `withdraw` (instructions/withdraw.rs)
 * @example
 * encodeWithdraw(accounts, { lpAmount: 1_000n, minAmount0: 1_980n, minAmount1: 495n }).accounts?.length // 14
 */
export function encodeWithdraw(a: LiquidityAccounts, args: WithdrawArguments): Instruction {
  const data = withdrawLayout.encode({
    lp_token_amount: args.lpAmount,
    minimum_token_0_amount: args.minAmount0,
    minimum_token_1_amount: args.minAmount1,
  })
  return { programAddress: program, accounts: [...liquidityAccounts(a), readonly(memoProgram)], data }
}
