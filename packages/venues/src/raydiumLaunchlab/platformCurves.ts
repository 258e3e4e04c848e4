import { address, bytes, type Decoded, struct, u8, u64 } from '@tern/core/internal'
import { borsh, list } from '../borsh.ts'
import { platformConfigLayout } from './layout.ts'

/**
 * `BondingCurveParam`: conditions for launches. A field with an invalid value sets no condition.
 * Invalid by the IDL: more than 1 for the first two fields, zero for `supply` and the two totals after it, 2⁶⁴ − 1 for
 * the last three.
 */
const bondingCurveParamLayout = struct('BondingCurveParam', 50, {
  migrate_type: u8,
  migrate_cpmm_fee_on: u8,
  supply: u64,
  total_base_sell: u64,
  total_quote_fund_raising: u64,
  total_locked_amount: u64,
  cliff_period: u64,
  unlock_period: u64,
})

/** `PlatformCurveParam`: a curve that a platform allows under a global config. */
const platformCurveParamLayout = struct('PlatformCurveParam', 491, {
  epoch: u64,
  index: u8,
  global_config: address,
  bonding_curve_param: bondingCurveParamLayout,
  padding: bytes(400),
})

/** `PlatformConfig` up to the end of its list. */
const platformCurveParamsLayout = borsh(
  'PlatformConfig',
  { config: bytes(platformConfigLayout.size - 8), curve_params: list(platformCurveParamLayout) },
  { discriminator: platformConfigLayout.discriminator, required: 1 },
)

/** A curve that a platform allows launches on. */
export type PlatformCurveParam = Decoded<typeof platformCurveParamLayout>

/**
 * Decodes the curves that a platform allows, from its `PlatformConfig`.
 * @throws TernError `layout/*`.
 */
export function decodePlatformCurveParams(data: Uint8Array): readonly PlatformCurveParam[] {
  return platformCurveParamsLayout.decode(data).curve_params
}
