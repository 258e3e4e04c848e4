import { address, i64, struct, u64 } from '@tern/core/internal'
import { borsh } from '../borsh.ts'

/** `InitUserVolumeAccumulatorEvent`. */
export const initUserVolumeAccumulatorEventLayout = struct(
  'InitUserVolumeAccumulatorEvent',
  80,
  { payer: address, user: address, timestamp: i64 },
  { discriminator: [0x86, 0x24, 0x0d, 0x48, 0xe8, 0x65, 0x82, 0xd8] },
)

/** `CloseUserVolumeAccumulatorEvent`. */
export const closeUserVolumeAccumulatorEventLayout = struct(
  'CloseUserVolumeAccumulatorEvent',
  80,
  {
    user: address,
    timestamp: i64,
    total_unclaimed_tokens: u64,
    total_claimed_tokens: u64,
    current_sol_volume: u64,
    last_update_timestamp: i64,
  },
  { discriminator: [0x92, 0x9f, 0xbd, 0xac, 0x92, 0x58, 0x38, 0xf4] },
)

/** `SyncUserVolumeAccumulatorEvent`. */
export const syncUserVolumeAccumulatorEventLayout = struct(
  'SyncUserVolumeAccumulatorEvent',
  64,
  { user: address, total_claimed_tokens_before: u64, total_claimed_tokens_after: u64, timestamp: i64 },
  { discriminator: [0xc5, 0x7a, 0xa7, 0x7c, 0x74, 0x51, 0x5b, 0xff] },
)

/** `ExtendAccountEvent`. */
export const extendAccountEventLayout = struct(
  'ExtendAccountEvent',
  96,
  { account: address, user: address, current_size: u64, new_size: u64, timestamp: i64 },
  { discriminator: [0x61, 0x61, 0xd7, 0x90, 0x5d, 0x92, 0x16, 0x7c] },
)

/** `CollectCreatorFeeEvent`. */
export const collectCreatorFeeEventLayout = borsh(
  'CollectCreatorFeeEvent',
  { timestamp: i64, creator: address, creator_fee: u64, quote_mint: address },
  { discriminator: [0x7a, 0x02, 0x7f, 0x01, 0x0e, 0xbf, 0x0c, 0xaf], required: 3 },
)

/** `ClaimCashbackEvent`. */
export const claimCashbackEventLayout = struct(
  'ClaimCashbackEvent',
  72,
  { user: address, amount: u64, timestamp: i64, total_claimed: u64, total_cashback_earned: u64 },
  { discriminator: [0xe2, 0xd6, 0xf6, 0x21, 0x07, 0xf2, 0x93, 0xe5] },
)
