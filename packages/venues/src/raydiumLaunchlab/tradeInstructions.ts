import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, systemProgram } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { authority, eventAuthority, program } from './addresses.ts'

/** `buy_exact_in`. */
export const buyExactInLayout = struct(
  'buy_exact_in',
  32,
  { amount_in: u64, minimum_amount_out: u64, share_fee_rate: u64 },
  { discriminator: [0xfa, 0xea, 0x0d, 0x7b, 0xd5, 0x9c, 0x13, 0xec] },
)

/** `buy_exact_out`. */
export const buyExactOutLayout = struct(
  'buy_exact_out',
  32,
  { amount_out: u64, maximum_amount_in: u64, share_fee_rate: u64 },
  { discriminator: [0x18, 0xd3, 0x74, 0x28, 0x69, 0x03, 0x99, 0x38] },
)

/** `sell_exact_in`. */
export const sellExactInLayout = struct(
  'sell_exact_in',
  32,
  { amount_in: u64, minimum_amount_out: u64, share_fee_rate: u64 },
  { discriminator: [0x95, 0x27, 0xde, 0x9b, 0xd3, 0x7c, 0x98, 0x1a] },
)

/** `sell_exact_out`. */
export const sellExactOutLayout = struct(
  'sell_exact_out',
  32,
  { amount_out: u64, maximum_amount_in: u64, share_fee_rate: u64 },
  { discriminator: [0x5f, 0xc8, 0x47, 0x22, 0x08, 0x09, 0x0b, 0xa6] },
)

/** The accounts of all four trades, by the program's names. Constant accounts are left out. */
export interface TradeAccounts {
  readonly payer: Address
  readonly global_config: Address
  readonly platform_config: Address
  readonly pool_state: Address
  readonly user_base_token: Address
  readonly user_quote_token: Address
  readonly base_vault: Address
  readonly quote_vault: Address
  readonly base_token_mint: Address
  readonly quote_token_mint: Address
  readonly base_token_program: Address
  readonly quote_token_program: Address
  /** Since the creator-fee upgrade, these accounts follow the IDL's accounts. */
  readonly platform_fee_vault: Address
  readonly creator_fee_vault: Address
}

/** The referrer's share: a rate in parts per million, and the quote-token account that receives it. */
export interface Share {
  readonly rate: bigint
  readonly receiver: Address
}

function accountsOf(a: TradeAccounts, share: Share | undefined): readonly AccountMeta[] {
  return [
    // The IDL does not mark the payer writable. But it pays for a missing fee vault, so it must be.
    writableSigner(a.payer),
    readonly(authority),
    readonly(a.global_config),
    readonly(a.platform_config),
    writable(a.pool_state),
    writable(a.user_base_token),
    writable(a.user_quote_token),
    writable(a.base_vault),
    writable(a.quote_vault),
    readonly(a.base_token_mint),
    readonly(a.quote_token_mint),
    readonly(a.base_token_program),
    readonly(a.quote_token_program),
    readonly(eventAuthority),
    readonly(program),
    ...(share === undefined ? [] : [writable(share.receiver)]),
    readonly(systemProgram),
    writable(a.platform_fee_vault),
    writable(a.creator_fee_vault),
  ]
}

/** Spends exactly `amountIn` of the quote token, or less if it completes the curve. Fails below `minimumAmountOut`. Raw units. */
export function encodeBuyExactIn(
  a: TradeAccounts,
  amountIn: bigint,
  minimumAmountOut: bigint,
  share?: Share,
): Instruction {
  const data = buyExactInLayout.encode({
    amount_in: amountIn,
    minimum_amount_out: minimumAmountOut,
    share_fee_rate: share?.rate ?? 0n,
  })
  return { programAddress: program, accounts: accountsOf(a, share), data }
}

/** Brings exactly `amountOut` of the token and fails above `maximumAmountIn`. Raw units. */
export function encodeBuyExactOut(
  a: TradeAccounts,
  amountOut: bigint,
  maximumAmountIn: bigint,
  share?: Share,
): Instruction {
  const data = buyExactOutLayout.encode({
    amount_out: amountOut,
    maximum_amount_in: maximumAmountIn,
    share_fee_rate: share?.rate ?? 0n,
  })
  return { programAddress: program, accounts: accountsOf(a, share), data }
}

/** Sells exactly `amountIn` of the token and fails below `minimumAmountOut`. Raw units. */
export function encodeSellExactIn(
  a: TradeAccounts,
  amountIn: bigint,
  minimumAmountOut: bigint,
  share?: Share,
): Instruction {
  const data = sellExactInLayout.encode({
    amount_in: amountIn,
    minimum_amount_out: minimumAmountOut,
    share_fee_rate: share?.rate ?? 0n,
  })
  return { programAddress: program, accounts: accountsOf(a, share), data }
}

/** Brings exactly `amountOut` of the quote token and fails above `maximumAmountIn`. Raw units. */
export function encodeSellExactOut(
  a: TradeAccounts,
  amountOut: bigint,
  maximumAmountIn: bigint,
  share?: Share,
): Instruction {
  const data = sellExactOutLayout.encode({
    amount_out: amountOut,
    maximum_amount_in: maximumAmountIn,
    share_fee_rate: share?.rate ?? 0n,
  })
  return { programAddress: program, accounts: accountsOf(a, share), data }
}
