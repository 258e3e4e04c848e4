import { address, bool, struct, u64, u128 } from '@tern/core'

/** `get_fees`: by what a coin is worth in lamports; `is_new_quote_mint` asks for the tiers of stable coins. */
export const getFeesLayout = struct(
  'get_fees',
  34,
  { is_pump_pool: bool, market_cap_lamports: u128, trade_size_lamports: u64, is_new_quote_mint: bool },
  { discriminator: [0xe7, 0x25, 0x7e, 0x55, 0xcf, 0x5b, 0x3f, 0x34] },
)

/** `get_fees_with_quote_mint`: the same in raw units of any quote mint. */
export const getFeesWithQuoteMintLayout = struct(
  'get_fees_with_quote_mint',
  57,
  { is_pump_pool: bool, market_cap_lamports: u128, quote_mint: address },
  { discriminator: [0x9a, 0xed, 0x8a, 0x5c, 0xa2, 0x02, 0xa2, 0xbb] },
)

/** What both return, in basis points. */
export const feesLayout = struct('Fees', 24, { lp_fee_bps: u64, protocol_fee_bps: u64, creator_fee_bps: u64 })
