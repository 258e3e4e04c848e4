import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram } from '@tern/core'
import { bool, struct, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { program as feeProgram } from '../pumpFees/addresses.ts'
import { eventAuthority, feeConfig, globalAddress, globalVolumeAccumulatorAddress, program } from './addresses.ts'

/**
 * `buy`. The flag at the end is newer: without it, the program does not track volume. Another byte, the flag for a partial fill,
 * may follow any buy. Without it, the program refuses a buy that is larger than the rest of the curve.
 */
export const buyLayout = struct(
  'buy',
  25,
  { amount: u64, max_sol_cost: u64, track_volume: bool },
  { discriminator: [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea] },
)

/** `buy_exact_sol_in`. The byte for a partial fill may follow. If it is set, the min output is not guaranteed. */
export const buyExactSolInLayout = struct(
  'buy_exact_sol_in',
  25,
  { spendable_sol_in: u64, min_tokens_out: u64, track_volume: bool },
  { discriminator: [0x38, 0xfc, 0x74, 0x08, 0x9e, 0xdf, 0xcd, 0x5f] },
)

/** `sell`. */
export const sellLayout = struct(
  'sell',
  24,
  { amount: u64, min_sol_output: u64 },
  { discriminator: [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad] },
)

/** `buy_v2`. `max_sol_cost` is in raw units of the quote mint, which need not be SOL. */
export const buyV2Layout = struct(
  'buy_v2',
  24,
  { amount: u64, max_sol_cost: u64 },
  { discriminator: [0xb8, 0x17, 0xee, 0x61, 0x67, 0xc5, 0xd3, 0x3d] },
)

/** `buy_exact_quote_in_v2`. */
export const buyExactQuoteInV2Layout = struct(
  'buy_exact_quote_in_v2',
  24,
  { spendable_quote_in: u64, min_tokens_out: u64 },
  { discriminator: [0xc2, 0xab, 0x1c, 0x46, 0x68, 0x4d, 0x5b, 0x2f] },
)

/** `sell_v2`. */
export const sellV2Layout = struct(
  'sell_v2',
  24,
  { amount: u64, min_sol_output: u64 },
  { discriminator: [0x5d, 0xf6, 0x82, 0x3c, 0xe7, 0xe9, 0x40, 0xb2] },
)

/** `buy_v3`: 17 accounts. */
export const buyV3Layout = struct(
  'buy_v3',
  24,
  { amount: u64, max_sol_cost: u64 },
  { discriminator: [0x07, 0x05, 0x1d, 0xc4, 0xf5, 0x17, 0x65, 0x50] },
)

/** `buy_exact_quote_in_v3`. */
export const buyExactQuoteInV3Layout = struct(
  'buy_exact_quote_in_v3',
  24,
  { spendable_quote_in: u64, min_tokens_out: u64 },
  { discriminator: [0xe1, 0xf7, 0x50, 0x1e, 0xd5, 0xb3, 0x84, 0x88] },
)

/** `sell_v3`. */
export const sellV3Layout = struct(
  'sell_v3',
  24,
  { amount: u64, min_sol_output: u64 },
  { discriminator: [0x1c, 0x92, 0xde, 0x77, 0x26, 0xc4, 0x69, 0xd5] },
)

const fixed = {
  global: readonly(globalAddress),
  system: readonly(systemProgram),
  eventAuthority: readonly(eventAuthority),
  program: readonly(program),
  globalVolume: readonly(globalVolumeAccumulatorAddress),
  feeConfig: readonly(feeConfig),
  feeProgram: readonly(feeProgram),
  associatedToken: readonly(associatedTokenProgram),
}

/** The accounts of the instructions for curves in lamports, by the program's names. Constant accounts are left out. */
export interface TradeAccounts {
  readonly fee_recipient: Address
  readonly mint: Address
  readonly bonding_curve: Address
  readonly associated_bonding_curve: Address
  readonly associated_user: Address
  readonly user: Address
  readonly token_program: Address
  readonly creator_vault: Address
  readonly user_volume_accumulator: Address
  readonly bonding_curve_v2: Address
  readonly buyback_fee_recipient: Address
}

/** 16 accounts of the instruction itself and 2 remaining accounts. */
function buyAccounts(a: TradeAccounts): readonly AccountMeta[] {
  return [
    fixed.global,
    writable(a.fee_recipient),
    readonly(a.mint),
    writable(a.bonding_curve),
    writable(a.associated_bonding_curve),
    writable(a.associated_user),
    writableSigner(a.user),
    fixed.system,
    readonly(a.token_program),
    writable(a.creator_vault),
    fixed.eventAuthority,
    fixed.program,
    fixed.globalVolume,
    writable(a.user_volume_accumulator),
    fixed.feeConfig,
    fixed.feeProgram,
    readonly(a.bonding_curve_v2),
    writable(a.buyback_fee_recipient),
  ]
}

/** Buys exactly `amount` tokens. Fails if the cost with fees is above `maxSolCost` lamports. */
export function encodeBuy(a: TradeAccounts, amount: bigint, maxSolCost: bigint): Instruction {
  const data = buyLayout.encode({ amount, max_sol_cost: maxSolCost, track_volume: true })
  return { programAddress: program, accounts: buyAccounts(a), data }
}

/** Buys for at most `spendableSolIn` lamports with fees. Fails below `minTokensOut`. */
export function encodeBuyExactSolIn(a: TradeAccounts, spendableSolIn: bigint, minTokensOut: bigint): Instruction {
  const data = buyExactSolInLayout.encode({
    spendable_sol_in: spendableSolIn,
    min_tokens_out: minTokensOut,
    track_volume: true,
  })
  return { programAddress: program, accounts: buyAccounts(a), data }
}

/**
 * Sells exactly `amount` tokens. Fails if fewer than `minSolOutput` lamports arrive. A coin with cashback pays its
 * creator's fee to the seller's accumulator, so the accounts must include it.
 */
export function encodeSell(
  a: TradeAccounts,
  amount: bigint,
  minSolOutput: bigint,
  creatorFeeTo: 'creator' | 'seller',
): Instruction {
  return {
    programAddress: program,
    accounts: [
      fixed.global,
      writable(a.fee_recipient),
      readonly(a.mint),
      writable(a.bonding_curve),
      writable(a.associated_bonding_curve),
      writable(a.associated_user),
      writableSigner(a.user),
      fixed.system,
      writable(a.creator_vault),
      readonly(a.token_program),
      fixed.eventAuthority,
      fixed.program,
      fixed.feeConfig,
      fixed.feeProgram,
      ...(creatorFeeTo === 'seller' ? [writable(a.user_volume_accumulator)] : []),
      readonly(a.bonding_curve_v2),
      writable(a.buyback_fee_recipient),
    ],
    data: sellLayout.encode({ amount, min_sol_output: minSolOutput }),
  }
}

/** The accounts of the `_v2` instructions for any quote mint. For lamports, the quote mint is the wrapped mint. */
export interface TradeV2Accounts {
  readonly base_mint: Address
  readonly quote_mint: Address
  readonly base_token_program: Address
  readonly quote_token_program: Address
  readonly fee_recipient: Address
  readonly associated_quote_fee_recipient: Address
  readonly buyback_fee_recipient: Address
  readonly associated_quote_buyback_fee_recipient: Address
  readonly bonding_curve: Address
  readonly associated_base_bonding_curve: Address
  readonly associated_quote_bonding_curve: Address
  readonly user: Address
  readonly associated_base_user: Address
  readonly associated_quote_user: Address
  readonly creator_vault: Address
  readonly associated_creator_vault: Address
  readonly sharing_config: Address
  readonly user_volume_accumulator: Address
  readonly associated_user_volume_accumulator: Address
}

function v2Accounts(a: TradeV2Accounts, side: 'buy' | 'sell'): readonly AccountMeta[] {
  return [
    fixed.global,
    readonly(a.base_mint),
    readonly(a.quote_mint),
    readonly(a.base_token_program),
    readonly(a.quote_token_program),
    fixed.associatedToken,
    writable(a.fee_recipient),
    writable(a.associated_quote_fee_recipient),
    writable(a.buyback_fee_recipient),
    writable(a.associated_quote_buyback_fee_recipient),
    writable(a.bonding_curve),
    writable(a.associated_base_bonding_curve),
    writable(a.associated_quote_bonding_curve),
    writableSigner(a.user),
    writable(a.associated_base_user),
    writable(a.associated_quote_user),
    writable(a.creator_vault),
    writable(a.associated_creator_vault),
    readonly(a.sharing_config),
    ...(side === 'buy' ? [fixed.globalVolume] : []),
    writable(a.user_volume_accumulator),
    writable(a.associated_user_volume_accumulator),
    fixed.feeConfig,
    fixed.feeProgram,
    fixed.system,
    fixed.eventAuthority,
    fixed.program,
  ]
}

/** Buys exactly `amount` tokens. Fails if the cost with fees is above `maxQuoteCost`. Raw units of the quote mint. */
export function encodeBuyV2(a: TradeV2Accounts, amount: bigint, maxQuoteCost: bigint): Instruction {
  const data = buyV2Layout.encode({ amount, max_sol_cost: maxQuoteCost })
  return { programAddress: program, accounts: v2Accounts(a, 'buy'), data }
}

/** Buys for at most `spendableQuoteIn` with fees. Fails below `minTokensOut`. */
export function encodeBuyExactQuoteInV2(
  a: TradeV2Accounts,
  spendableQuoteIn: bigint,
  minTokensOut: bigint,
): Instruction {
  const data = buyExactQuoteInV2Layout.encode({ spendable_quote_in: spendableQuoteIn, min_tokens_out: minTokensOut })
  return { programAddress: program, accounts: v2Accounts(a, 'buy'), data }
}

/** Sells exactly `amount` tokens. Fails if less than `minQuoteOutput` arrives. */
export function encodeSellV2(a: TradeV2Accounts, amount: bigint, minQuoteOutput: bigint): Instruction {
  const data = sellV2Layout.encode({ amount, min_sol_output: minQuoteOutput })
  return { programAddress: program, accounts: v2Accounts(a, 'sell'), data }
}
