import type { Instruction } from '@solana/instructions'
import { type Address, tokenProgram } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { authority, program } from './addresses.ts'
import type { MarketAccounts } from './instructions.ts'

/** `Deposit` (instruction.rs). Older callers leave out the last amount. */
export const depositLayout = struct(
  'deposit',
  33,
  { max_coin_amount: u64, max_pc_amount: u64, base_side: u64, other_amount_min: u64 },
  { discriminator: [3] },
)

/** `Withdraw` (instruction.rs). Older callers leave out both minima. */
export const withdrawLayout = struct(
  'withdraw',
  25,
  { amount: u64, min_coin_amount: u64, min_pc_amount: u64 },
  { discriminator: [4] },
)

/** The accounts of a deposit or a withdrawal, by the program's names. Constant accounts are left out. */
export interface LiquidityAccounts {
  readonly amm: Address
  readonly amm_target_orders: Address
  readonly amm_lp_mint: Address
  readonly amm_coin_vault: Address
  readonly amm_pc_vault: Address
  readonly user_coin: Address
  readonly user_pc: Address
  readonly user_lp: Address
  readonly owner: Address
}

/**
 * Deposits both tokens: exactly the max of the fixed side, and of the other side at most its max and at least `otherMin`.
 *
 * @param m the order book of an `initialized` pool on a release before July 2026. Otherwise, each account is the pool's own address.
 * @param side the fixed side.
 */
export function encodeDeposit(
  a: LiquidityAccounts,
  m: Pick<MarketAccounts, 'amm_open_orders' | 'market' | 'market_event_queue'>,
  side: 'coin' | 'pc',
  amounts: { readonly maxCoin: bigint; readonly maxPc: bigint; readonly otherMin: bigint },
): Instruction {
  return {
    programAddress: program,
    accounts: [
      readonly(tokenProgram),
      writable(a.amm),
      readonly(authority),
      readonly(m.amm_open_orders),
      writable(a.amm_target_orders),
      writable(a.amm_lp_mint),
      writable(a.amm_coin_vault),
      writable(a.amm_pc_vault),
      readonly(m.market),
      writable(a.user_coin),
      writable(a.user_pc),
      writable(a.user_lp),
      signer(a.owner),
      readonly(m.market_event_queue),
    ],
    data: depositLayout.encode({
      max_coin_amount: amounts.maxCoin,
      max_pc_amount: amounts.maxPc,
      base_side: side === 'coin' ? 0n : 1n,
      other_amount_min: amounts.otherMin,
    }),
  }
}

/**
 * Burns exactly `lpAmount`, and fails if it brings less than either minimum.
 *
 * @param m as for `encodeDeposit`.
 */
export function encodeWithdraw(
  a: LiquidityAccounts,
  m: MarketAccounts,
  amounts: { readonly lpAmount: bigint; readonly minCoin: bigint; readonly minPc: bigint },
): Instruction {
  return {
    programAddress: program,
    accounts: [
      readonly(tokenProgram),
      writable(a.amm),
      readonly(authority),
      writable(m.amm_open_orders),
      writable(a.amm_target_orders),
      writable(a.amm_lp_mint),
      writable(a.amm_coin_vault),
      writable(a.amm_pc_vault),
      readonly(m.market_program),
      writable(m.market),
      writable(m.market_coin_vault),
      writable(m.market_pc_vault),
      readonly(m.market_vault_signer),
      writable(a.user_lp),
      writable(a.user_coin),
      writable(a.user_pc),
      signer(a.owner),
      writable(m.market_event_queue),
      writable(m.market_bids),
      writable(m.market_asks),
    ],
    data: withdrawLayout.encode({
      amount: amounts.lpAmount,
      min_coin_amount: amounts.minCoin,
      min_pc_amount: amounts.minPc,
    }),
  }
}
