import { u8, u16, u64 } from '@tern/core/internal'
import { borsh, text } from '../borsh.ts'

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
