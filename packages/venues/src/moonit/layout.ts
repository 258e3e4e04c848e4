import { TernError } from '@tern/core'
import { address, type Decoded, struct, u8, u16, u32, u64 } from '@tern/core/internal'

/** `ConfigAccount`. The account on chain is longer: zeros follow. */
export const configLayout = struct(
  'ConfigAccount',
  227,
  {
    migration_authority: address,
    backend_authority: address,
    config_authority: address,
    helio_fee: address,
    dex_fee: address,
    /** Basis points of the lamports of a trade. */
    fee_bps: u16,
    /** The percentage of the fee for `dex_fee`. The rest is for `helio_fee`. */
    dex_fee_share: u8,
    migration_fee: u64,
    linear_curve_mcap_threshold: u64,
    marketcap_currency: u8,
    min_supported_decimal_places: u8,
    max_supported_decimal_places: u8,
    min_supported_token_supply: u64,
    max_supported_token_supply: u64,
    bump: u8,
    coef_b: u32,
    constant_product_v1_mcap_threshold: u64,
    constant_product_v2_mcap_threshold: u64,
  },
  { discriminator: [0xbd, 0xff, 0x61, 0x46, 0xba, 0xbd, 0x18, 0x66] },
)

/** `CurveAccount`. The account on chain is longer: zeros follow. It also holds the curve's lamports. */
export const curveLayout = struct(
  'CurveAccount',
  84,
  {
    total_supply: u64,
    /** Tokens that are not sold. */
    curve_amount: u64,
    mint: address,
    decimals: u8,
    /** 0: SOL. */
    collateral_currency: u8,
    /** An index of `curveTypes`. */
    curve_type: u8,
    /** Lamports. A flat curve's price follows from it. */
    marketcap_threshold: u64,
    /** 0: SOL. */
    marketcap_currency: u8,
    migration_fee: u64,
    /** The first price of a linear curve, in lamports for a whole token. */
    coef_b: u32,
    bump: u8,
    /** 0: Raydium. 1: Meteora. */
    migration_target: u8,
    price_increase: u16,
  },
  { discriminator: [0x08, 0x5b, 0x53, 0x1c, 0x84, 0xd8, 0xf8, 0x16] },
)

/** The program's settings. */
export type Config = Decoded<typeof configLayout>
/** A bonding curve's account. */
export type CurveAccount = Decoded<typeof curveLayout>

/** `CurveType`, by its number. */
export const curveTypes = ['linearV1', 'constantProductV1', 'constantProductV2', 'flatV1'] as const
/** The name of a curve's formula. */
export type CurveType = (typeof curveTypes)[number]

/** The accounts' bytes on chain. */
export const accountSizes = { config: 403, curve: 409 } as const

/** A newer type, which is on chain but in no published interface description. */
const unknownTypes: ReadonlyMap<number, string> = new Map([[4, 'FlatCurveV1AntiSnipe']])

/**
 * Returns the name of a curve's formula.
 * @throws TernError `layout/invalidValue` for a formula that is not known, with its name if it has one.
 */
export function curveTypeOf({ curve_type }: Pick<CurveAccount, 'curve_type'>): CurveType {
  const type = curveTypes[curve_type]
  if (type !== undefined) return type
  const value = unknownTypes.get(curve_type) ?? String(curve_type)
  throw new TernError('layout/invalidValue', { field: 'CurveAccount.curve_type', value })
}

/**
 * Decodes a `CurveAccount`.
 * @throws TernError `layout/*`, also for a currency other than SOL.
 */
export function decodeCurve(data: Uint8Array): CurveAccount {
  const curve = curveLayout.decode(data, 'atLeast')
  for (const field of ['collateral_currency', 'marketcap_currency'] as const)
    if (curve[field] !== 0)
      throw new TernError('layout/invalidValue', { field: `CurveAccount.${field}`, value: String(curve[field]) })
  return curve
}

/**
 * Decodes the program's settings.
 * @throws TernError `layout/*`.
 */
export function decodeConfig(data: Uint8Array): Config {
  return configLayout.decode(data, 'atLeast')
}
