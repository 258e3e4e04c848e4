import { address, type Decoded, struct, u8, u64, u128 } from '@tern/core/internal'
import { borsh, list, type Record } from '../borsh.ts'
import { feeConfigShape } from './feeConfig.ts'

/** Rates in basis points of the quote amount. Curves do not charge `lp_fee_bps`. */
export const feesLayout = struct('Fees', 24, { lp_fee_bps: u64, protocol_fee_bps: u64, creator_fee_bps: u64 })
/** Applies from a market cap on, in raw units of the quote mint. */
const feeTierLayout = struct('FeeTier', 40, { market_cap_lamports_threshold: u128, fees: feesLayout })

/** `FeeConfig`. Its lists have no fixed offsets, and the account is longer than its content. */
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

/** Basis points for liquidity, protocol and creator. */
export type Fees = Decoded<typeof feesLayout>
/** The fees from a market cap on. */
export type FeeTier = Decoded<typeof feeTierLayout>
/** The fees of a program by market cap. */
export type FeeConfig = Record<typeof feeConfigLayout>
