import { address, type Decoded, struct, u8, u64, u128 } from '@tern/core'
import { borsh, list, type Record } from '../borsh.ts'
import { feeConfigShape } from './feeConfig.ts'

/** Basis points of the quote amount. Curves take no `lp_fee_bps`. */
export const feesLayout = struct('Fees', 24, { lp_fee_bps: u64, protocol_fee_bps: u64, creator_fee_bps: u64 })
/** From a market capitalisation on, in raw units of the quote mint. */
const feeTierLayout = struct('FeeTier', 40, { market_cap_lamports_threshold: u128, fees: feesLayout })

/** `FeeConfig`: its lists have no fixed place, and the account is longer than what it holds. */
export const feeConfigLayout = borsh(
  'FeeConfig',
  {
    bump: u8,
    admin: address,
    flat_fees: feesLayout,
    fee_tiers: list(feeTierLayout),
    stable_fee_tiers: list(feeTierLayout),
    exotic_flat_fees: feesLayout,
  },
  { discriminator: feeConfigShape.discriminator },
)

/** Basis points to liquidity, protocol and creator. */
export type Fees = Decoded<typeof feesLayout>
/** The fees from a market cap on. */
export type FeeTier = Decoded<typeof feeTierLayout>
/** The fees of a program by market cap, as the account holds them. */
export type FeeConfig = Record<typeof feeConfigLayout>
