import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram } from '@tern/core'
import { bool, struct, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { program as feeProgram } from '../pumpFees/addresses.ts'
import { eventAuthority, feeConfig, globalConfigAddress, globalVolumeAccumulatorAddress, program } from './addresses.ts'

/** `buy`. The flag at the end is newer: without it, the program does not track volume. */
export const buyLayout = struct(
  'buy',
  25,
  { base_amount_out: u64, max_quote_amount_in: u64, track_volume: bool },
  { discriminator: [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea] },
)

/** `buy_exact_quote_in`. */
export const buyExactQuoteInLayout = struct(
  'buy_exact_quote_in',
  25,
  { spendable_quote_in: u64, min_base_amount_out: u64, track_volume: bool },
  { discriminator: [0xc6, 0x2e, 0x15, 0x52, 0xb4, 0xd9, 0xe8, 0x70] },
)

/** `sell`. */
export const sellLayout = struct(
  'sell',
  24,
  { base_amount_in: u64, min_quote_amount_out: u64 },
  { discriminator: [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad] },
)

/** `buy_v2`: 17 accounts. Only the first nine are known, and equal the first nine of `buy`. */
export const buyV2Layout = struct(
  'buy_v2',
  24,
  { base_amount_out: u64, max_quote_amount_in: u64 },
  { discriminator: [0xb8, 0x17, 0xee, 0x61, 0x67, 0xc5, 0xd3, 0x3d] },
)

/** `buy_exact_quote_in_v2`. */
export const buyExactQuoteInV2Layout = struct(
  'buy_exact_quote_in_v2',
  24,
  { spendable_quote_in: u64, min_base_amount_out: u64 },
  { discriminator: [0xc2, 0xab, 0x1c, 0x46, 0x68, 0x4d, 0x5b, 0x2f] },
)

/** `sell_v2`. */
export const sellV2Layout = struct(
  'sell_v2',
  24,
  { base_amount_in: u64, min_quote_amount_out: u64 },
  { discriminator: [0x5d, 0xf6, 0x82, 0x3c, 0xe7, 0xe9, 0x40, 0xb2] },
)

/** `multi_hop_swap`: through several pools and curves. Each has five accounts after the instruction's own 16. */
export const multiHopSwapLayout = struct(
  'multi_hop_swap',
  24,
  { amount_in: u64, min_amount_out: u64 },
  { discriminator: [0x2b, 0x64, 0x49, 0x13, 0xe9, 0xf6, 0x6f, 0x94] },
)

/** `extend_account`: makes room for the fields of later releases. */
export const extendAccountLayout = struct(
  'extend_account',
  8,
  {},
  { discriminator: [0xea, 0x66, 0xc2, 0xcb, 0x96, 0x48, 0x3e, 0xe5] },
)

/** `init_user_volume_accumulator`. */
export const initUserVolumeAccumulatorLayout = struct(
  'init_user_volume_accumulator',
  8,
  {},
  { discriminator: [0x5e, 0x06, 0xca, 0x73, 0xff, 0x60, 0xe8, 0xb7] },
)

const fixed = {
  globalConfig: readonly(globalConfigAddress),
  system: readonly(systemProgram),
  associatedToken: readonly(associatedTokenProgram),
  eventAuthority: readonly(eventAuthority),
  program: readonly(program),
  globalVolume: readonly(globalVolumeAccumulatorAddress),
  feeConfig: readonly(feeConfig),
  feeProgram: readonly(feeProgram),
}

/** The accounts of a trade, by the program's names. Constant accounts are left out. */
export interface TradeAccounts {
  readonly pool: Address
  readonly user: Address
  readonly base_mint: Address
  readonly quote_mint: Address
  readonly user_base_token_account: Address
  readonly user_quote_token_account: Address
  readonly pool_base_token_account: Address
  readonly pool_quote_token_account: Address
  readonly protocol_fee_recipient: Address
  readonly protocol_fee_recipient_token_account: Address
  readonly base_token_program: Address
  readonly quote_token_program: Address
  readonly coin_creator_vault_ata: Address
  readonly coin_creator_vault_authority: Address
  readonly user_volume_accumulator: Address
  /** Only for a coin with cashback: the account that receives the trader's own share. */
  readonly cashback_token_account?: Address
  /** Only if the pool's coin has a creator. */
  readonly pool_v2?: Address
  readonly buyback_fee_recipient: Address
  readonly buyback_fee_recipient_token_account: Address
}

/** The first nineteen accounts of every trade. */
function commonAccounts(a: TradeAccounts): readonly AccountMeta[] {
  return [
    writable(a.pool),
    writableSigner(a.user),
    fixed.globalConfig,
    readonly(a.base_mint),
    readonly(a.quote_mint),
    writable(a.user_base_token_account),
    writable(a.user_quote_token_account),
    writable(a.pool_base_token_account),
    writable(a.pool_quote_token_account),
    readonly(a.protocol_fee_recipient),
    writable(a.protocol_fee_recipient_token_account),
    readonly(a.base_token_program),
    readonly(a.quote_token_program),
    fixed.system,
    fixed.associatedToken,
    fixed.eventAuthority,
    fixed.program,
    writable(a.coin_creator_vault_ata),
    readonly(a.coin_creator_vault_authority),
  ]
}

/** The last accounts of every trade. */
function lastAccounts(a: TradeAccounts): readonly AccountMeta[] {
  return [
    ...(a.pool_v2 === undefined ? [] : [readonly(a.pool_v2)]),
    readonly(a.buyback_fee_recipient),
    writable(a.buyback_fee_recipient_token_account),
  ]
}

function buyAccounts(a: TradeAccounts): readonly AccountMeta[] {
  return [
    ...commonAccounts(a),
    fixed.globalVolume,
    writable(a.user_volume_accumulator),
    fixed.feeConfig,
    fixed.feeProgram,
    ...(a.cashback_token_account === undefined ? [] : [writable(a.cashback_token_account)]),
    ...lastAccounts(a),
  ]
}

/** Buys exactly `baseAmountOut`. Fails if the cost with fees is above `maxQuoteAmountIn`. */
export function encodeBuy(a: TradeAccounts, baseAmountOut: bigint, maxQuoteAmountIn: bigint): Instruction {
  const data = buyLayout.encode({
    base_amount_out: baseAmountOut,
    max_quote_amount_in: maxQuoteAmountIn,
    track_volume: true,
  })
  return { programAddress: program, accounts: buyAccounts(a), data }
}

/** Buys for at most `spendableQuoteIn` with fees. Fails below `minBaseAmountOut`. */
export function encodeBuyExactQuoteIn(
  a: TradeAccounts,
  spendableQuoteIn: bigint,
  minBaseAmountOut: bigint,
): Instruction {
  const data = buyExactQuoteInLayout.encode({
    spendable_quote_in: spendableQuoteIn,
    min_base_amount_out: minBaseAmountOut,
    track_volume: true,
  })
  return { programAddress: program, accounts: buyAccounts(a), data }
}

/** Sells exactly `baseAmountIn`. Fails if less than `minQuoteAmountOut` arrives. */
export function encodeSell(a: TradeAccounts, baseAmountIn: bigint, minQuoteAmountOut: bigint): Instruction {
  return {
    programAddress: program,
    accounts: [
      ...commonAccounts(a),
      fixed.feeConfig,
      fixed.feeProgram,
      ...(a.cashback_token_account === undefined
        ? []
        : [writable(a.cashback_token_account), writable(a.user_volume_accumulator)]),
      ...lastAccounts(a),
    ],
    data: sellLayout.encode({ base_amount_in: baseAmountIn, min_quote_amount_out: minQuoteAmountOut }),
  }
}

/** Opens a trader's volume accumulator. A buy opens it by itself, but a sale does not. `user` pays the rent. */
export function encodeInitUserVolumeAccumulator(user: Address, accumulator: Address): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(user),
      readonly(user),
      writable(accumulator),
      fixed.system,
      fixed.eventAuthority,
      fixed.program,
    ],
    data: initUserVolumeAccumulatorLayout.encode({}),
  }
}

/** Makes room in an account of the program for the fields of later releases; `user` pays the rent. */
export function encodeExtendAccount(account: Address, user: Address): Instruction {
  return {
    programAddress: program,
    accounts: [writable(account), writableSigner(user), fixed.system, fixed.eventAuthority, fixed.program],
    data: extendAccountLayout.encode({}),
  }
}
