import type { Instruction } from '@solana/instructions'
import { type Address, tokenProgram } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { program as vaultProgram } from '../meteoraVault/addresses.ts'
import { program } from './addresses.ts'

/** `swap` (dynamic-amm/src/lib.rs). */
export const swapLayout = struct(
  'swap',
  24,
  { in_amount: u64, minimum_out_amount: u64 },
  { discriminator: [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8] },
)

/** The accounts of `Swap` (instructions/swap.rs), by the program's names. Constant accounts are left out. */
export interface SwapAccounts {
  readonly pool: Address
  readonly user_source_token: Address
  readonly user_destination_token: Address
  readonly a_vault: Address
  readonly b_vault: Address
  readonly a_token_vault: Address
  readonly b_token_vault: Address
  readonly a_vault_lp_mint: Address
  readonly b_vault_lp_mint: Address
  readonly a_vault_lp: Address
  readonly b_vault_lp: Address
  /** A token account of the input's mint. */
  readonly protocol_token_fee: Address
  readonly user: Address
  /** The account with the price of a staked token, if the pool has one. */
  readonly stake?: Address | undefined
}

/**
 * Sells exactly `inAmount`, and fails if the curve brings less than `minimumOutAmount`. Raw units. Then the vault rounds the
 * output down to whole shares. So the trader may receive less by the tokens of a share, rounded up: a unit or two.
 */
export function encodeSwap(a: SwapAccounts, inAmount: bigint, minimumOutAmount: bigint): Instruction {
  return {
    programAddress: program,
    accounts: [
      writable(a.pool),
      writable(a.user_source_token),
      writable(a.user_destination_token),
      writable(a.a_vault),
      writable(a.b_vault),
      writable(a.a_token_vault),
      writable(a.b_token_vault),
      writable(a.a_vault_lp_mint),
      writable(a.b_vault_lp_mint),
      writable(a.a_vault_lp),
      writable(a.b_vault_lp),
      writable(a.protocol_token_fee),
      signer(a.user),
      readonly(vaultProgram),
      readonly(tokenProgram),
      ...(a.stake === undefined ? [] : [readonly(a.stake)]),
    ],
    data: swapLayout.encode({ in_amount: inAmount, minimum_out_amount: minimumOutAmount }),
  }
}
