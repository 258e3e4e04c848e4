import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { configAddress, program, vaultAuthority } from './addresses.ts'

/** `buy_token`. `buy_amount` is lamports, fee included. */
export const buyTokenLayout = struct(
  'buy_token',
  24,
  { buy_amount: u64, amount_out_min: u64 },
  { discriminator: [0x8a, 0x7f, 0x0e, 0x5b, 0x26, 0x57, 0x73, 0x69] },
)

/** `sell_token`. `amount_out_min` is lamports, without the fee. */
export const sellTokenLayout = struct(
  'sell_token',
  24,
  { sell_amount: u64, amount_out_min: u64 },
  { discriminator: [0x6d, 0x3d, 0x28, 0xbb, 0xe6, 0xb0, 0x87, 0xae] },
)

interface CurveAccounts {
  readonly mint: Address
  readonly bonding_curve: Address
  readonly trading_fees_vault: Address
  readonly bonding_curve_vault: Address
  readonly bonding_curve_sol_vault: Address
}

/** The accounts of `buy_token`, by the program's names. Constant accounts are left out. */
export interface BuyAccounts extends CurveAccounts {
  readonly recipient_token_account: Address
  readonly buyer: Address
}

/** The accounts of `sell_token`, by the program's names. Constant accounts are left out. */
export interface SellAccounts extends CurveAccounts {
  readonly seller_token_account: Address
  readonly seller: Address
  /** Receives the lamports. */
  readonly recipient: Address
}

function curveAccounts(a: CurveAccounts) {
  return [
    readonly(a.mint),
    writable(a.bonding_curve),
    writable(a.trading_fees_vault),
    writable(a.bonding_curve_vault),
    writable(a.bonding_curve_sol_vault),
  ]
}

const programs = [readonly(systemProgram), readonly(tokenProgram), readonly(associatedTokenProgram)]

/** Buys for at most `buyAmount` lamports, fee included, and fails below `amountOutMin` raw tokens. */
export function encodeBuyToken(a: BuyAccounts, buyAmount: bigint, amountOutMin: bigint): Instruction {
  return {
    programAddress: program,
    accounts: [
      ...curveAccounts(a),
      // The interface description lacks the flag, but the program credits this account.
      writable(a.recipient_token_account),
      writableSigner(a.buyer),
      readonly(configAddress),
      readonly(vaultAuthority),
      readonly(wrappedNativeMint),
      ...programs,
    ],
    data: buyTokenLayout.encode({ buy_amount: buyAmount, amount_out_min: amountOutMin }),
  }
}

/** Sells exactly `sellAmount` raw tokens, and fails if fewer than `amountOutMin` lamports arrive. */
export function encodeSellToken(a: SellAccounts, sellAmount: bigint, amountOutMin: bigint): Instruction {
  return {
    programAddress: program,
    accounts: [
      ...curveAccounts(a),
      writable(a.seller_token_account),
      writableSigner(a.seller),
      writable(a.recipient),
      readonly(configAddress),
      ...programs,
    ],
    data: sellTokenLayout.encode({ sell_amount: sellAmount, amount_out_min: amountOutMin }),
  }
}
