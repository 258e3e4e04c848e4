import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenProgram, metadataProgram, systemProgram, tokenProgram } from '@tern/core'
import { u8, u16, u64 } from '@tern/core/internal'
import { readonly, signer, writable, writableSigner } from '../accountMeta.ts'
import { borsh, type Record, text } from '../borsh.ts'
import { configAddress, program } from './addresses.ts'

/** `tokenMint`: creates a token and its curve. The program's backend signs, too. Launches before the fourth interface end earlier. */
export const tokenMintLayout = borsh(
  'token_mint',
  {
    name: text,
    symbol: text,
    uri: text,
    decimals: u8,
    collateral_currency: u8,
    amount: u64,
    curve_type: u8,
    migration_target: u8,
    price_increase: u16,
    collateral_collected: u64,
  },
  { discriminator: [0x03, 0x2c, 0xa4, 0xb8, 0x7b, 0x0d, 0xf5, 0xb3], required: 8 },
)

/** The accounts of `tokenMint`, by the program's names. Constant accounts are left out. */
export interface TokenMintAccounts {
  readonly sender: Address
  readonly backend_authority: Address
  readonly curve_account: Address
  readonly mint: Address
  readonly mint_metadata: Address
  readonly curve_token_account: Address
}

/** Creates a token and its curve. */
export function encodeTokenMint(a: TokenMintAccounts, params: Record<typeof tokenMintLayout>): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.sender),
      signer(a.backend_authority),
      writable(a.curve_account),
      writableSigner(a.mint),
      writable(a.mint_metadata),
      writable(a.curve_token_account),
      ...[configAddress, tokenProgram, associatedTokenProgram, metadataProgram, systemProgram].map(readonly),
    ],
    data: tokenMintLayout.encode(params),
  }
}
