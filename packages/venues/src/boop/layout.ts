import { address, bool, type Decoded, struct, u8, u16, u64 } from '@tern/core/internal'
import { borsh, list, type Record } from '../borsh.ts'
import { readFlag, viewOf } from '../readFields.ts'

/** `BondingCurve`. Amounts are raw units. */
export const bondingCurveLayout = struct(
  'BondingCurve',
  125,
  {
    creator: address,
    mint: address,
    /** Set at the launch, and never changed by a trade. */
    virtual_sol_reserves: u64,
    /** Only the older formula uses it. */
    virtual_token_reserves: u64,
    /** Lamports at which the curve is complete. */
    graduation_target: u64,
    graduation_fee: u64,
    sol_reserves: u64,
    token_reserves: u64,
    /** Selects the formula. 31: constant product. 30: an older formula. */
    damping_term: u8,
    swap_fee_basis_points: u8,
    token_for_stakers_basis_points: u16,
    /** 0: trading. 1: graduated. 2: pool price corrected. 3: liquidity provisioned. 4: liquidity locked. */
    status: u8,
  },
  { discriminator: [0x17, 0xb7, 0xf8, 0x37, 0x60, 0xd8, 0xac, 0x60] },
)

/** `Config`: the settings of new curves, and the switch that pauses all trades. */
export const configLayout = borsh(
  'Config',
  {
    is_paused: bool,
    authority: address,
    pending_authority: address,
    operators: list(address),
    protocol_fee_recipient: address,
    token_distributor: address,
    virtual_sol_reserves: u64,
    virtual_token_reserves: u64,
    graduation_target: u64,
    graduation_fee: u64,
    damping_term: u8,
    token_for_stakers_basis_points: u16,
    swap_fee_basis_points: u8,
    token_amount_for_raydium_liquidity: u64,
    max_graduation_price_deviation_basis_points: u16,
    max_swap_amount_for_pool_price_correction_basis_points: u16,
  },
  { discriminator: [0x9b, 0x0c, 0xaa, 0xe0, 0x1e, 0xfa, 0xcc, 0x82] },
)

/** A bonding curve's account. */
export type BondingCurve = Decoded<typeof bondingCurveLayout>
/** The program's settings. */
export type Config = Record<typeof configLayout>

/**
 * Decodes a `BondingCurve`. The account may be longer: a later version may append fields.
 * @throws TernError `layout/*`.
 */
export function decodeBondingCurve(data: Uint8Array): BondingCurve {
  return bondingCurveLayout.decode(data, 'atLeast')
}

/**
 * Decodes the program's settings.
 * @throws TernError `layout/*`.
 */
export function decodeConfig(data: Uint8Array): Config {
  return configLayout.decode(data)
}

/** The fields of `Config` before its list, which has no fixed length. */
const configHead = { name: 'Config', size: 9, discriminator: configLayout.discriminator }

/**
 * Reads the switch that pauses all trades, without decoding the rest of the settings.
 * @throws TernError `layout/*`.
 */
export function isPaused(data: Uint8Array): boolean {
  return readFlag(viewOf(configHead, data), 8, 'Config.is_paused')
}
