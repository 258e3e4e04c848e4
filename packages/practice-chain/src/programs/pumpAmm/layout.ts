import { address, bool, i64, i128, struct, u16, u64 } from '@tern/core/internal'

/** `create_pool`. Releases added the fields after `is_mayhem_mode` one after the other. */
export const createPoolLayout = struct(
  'create_pool',
  70,
  {
    index: u16,
    base_amount_in: u64,
    quote_amount_in: u64,
    coin_creator: address,
    is_mayhem_mode: bool,
    is_cashback_coin: bool,
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
  },
  { discriminator: [0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc] },
)

/** `init_boost`. */
export const initBoostTag = Uint8Array.of(0x8c, 0xe9, 0x21, 0x5e, 0x84, 0x5a, 0xc2, 0x8f)

/** `InitBoostEvent`. */
export const initBoostEventLayout = struct(
  'InitBoostEvent',
  136,
  {
    timestamp: i64,
    mint: address,
    bonding_curve: address,
    pool: address,
    virtual_quote_reserves: i128,
    real_quote_reserves_after: u64,
  },
  { discriminator: [0xae, 0x7c, 0x4a, 0xf9, 0x04, 0x51, 0xf6, 0x11] },
)
