import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram, tokenProgram } from '@tern/core'
import { struct, u8, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { configAddress, program } from './addresses.ts'

/**
 * `TradeParams`. `fixed_side`: 0 if the input is exact, 1 if the output is. The other amount is the expected one. The
 * program allows `slippage_bps` of it against the trader; with 0, it is the limit itself.
 */
const tradeParams = { token_amount: u64, collateral_amount: u64, fixed_side: u8, slippage_bps: u64 }

/** `buy`. */
export const buyLayout = struct('buy', 33, tradeParams, {
  discriminator: [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea],
})

/** `sell`. */
export const sellLayout = struct('sell', 33, tradeParams, {
  discriminator: [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad],
})

/** The accounts of a trade, by the program's names. Constant accounts are left out. */
export interface TradeAccounts {
  readonly sender: Address
  readonly sender_token_account: Address
  readonly curve_account: Address
  readonly curve_token_account: Address
  readonly dex_fee: Address
  readonly helio_fee: Address
  readonly mint: Address
}

/** The amounts of a trade: one is exact, and the other is the limit. */
export interface TradeAmounts {
  readonly tokens: bigint
  readonly lamports: bigint
  readonly fixed: 'exactIn' | 'exactOut'
}

function instruction(
  layout: typeof buyLayout,
  a: TradeAccounts,
  { tokens, lamports, fixed }: TradeAmounts,
): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.sender),
      writable(a.sender_token_account),
      writable(a.curve_account),
      writable(a.curve_token_account),
      writable(a.dex_fee),
      writable(a.helio_fee),
      readonly(a.mint),
      ...[configAddress, tokenProgram, associatedTokenProgram, systemProgram].map(readonly),
    ],
    data: layout.encode({
      token_amount: tokens,
      collateral_amount: lamports,
      fixed_side: fixed === 'exactIn' ? 0 : 1,
      slippage_bps: 0n,
    }),
  }
}

/** Buys for exact lamports and a min of tokens, or exact tokens for a max of lamports, fee included. */
export function encodeBuy(a: TradeAccounts, amounts: TradeAmounts): Instruction {
  return instruction(buyLayout, a, amounts)
}

/** Sells exact tokens for a min of lamports, or a max of tokens for exact lamports, without the fee. */
export function encodeSell(a: TradeAccounts, amounts: TradeAmounts): Instruction {
  return instruction(sellLayout, a, amounts)
}
