import { address, bool, struct, u64, u128 } from '@tern/core/internal'

/** `get_fees`, which the curves and pools call: answers `Fees` as return data. */
export const getFeesLayout = struct(
  'get_fees',
  34,
  { is_pump_pool: bool, market_cap_lamports: u128, trade_size_lamports: u64, is_new_quote_mint: bool },
  { discriminator: [0xe7, 0x25, 0x7e, 0x55, 0xcf, 0x5b, 0x3f, 0x34] },
)

/** `get_fees_with_quote_mint`, its successor. */
export const getFeesWithQuoteMintLayout = struct(
  'get_fees_with_quote_mint',
  57,
  { is_pump_pool: bool, market_cap_lamports: u128, quote_mint: address },
  { discriminator: [0x9a, 0xed, 0x8a, 0x5c, 0xa2, 0x02, 0xa2, 0xbb] },
)
