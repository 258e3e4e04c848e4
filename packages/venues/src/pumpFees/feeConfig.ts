import { type AccountSnapshot, type Address, systemProgram, TernError, wrappedNativeMint } from '@tern/core'
import { address, u128 } from '@tern/core/internal'
import { assertOwned } from '../openAccounts.ts'
import { viewOf } from '../readFields.ts'
import { program } from './addresses.ts'
import type { FeeConfig, Fees, FeeTier } from './layout.ts'

/**
 * Sizes in bytes of the account's three versions: the first, with tiers for stable quotes, and with fees for all other
 * quotes.
 */
export const feeConfigSizes = { first: 2512, withStableTiers: 4073, current: 4097 } as const
/** The account's name, min size and discriminator. */
export const feeConfigShape = {
  name: 'FeeConfig',
  size: feeConfigSizes.first,
  discriminator: Uint8Array.of(0x8f, 0x34, 0x92, 0xbb, 0xdb, 0x7b, 0x4c, 0x9b),
}
/** Sizes in bytes of `Fees` and of a `FeeTier`. */
const [feesSize, tierSize] = [24, 40]
/** `MAX_FEE_TIERS_SUPPORTED`. */
const maxTiers = 50

const zeroFees: Fees = { lp_fee_bps: 0n, protocol_fee_bps: 0n, creator_fee_bps: 0n }
/** Offset of the first list: after the discriminator, the bump, the admin and the flat fees. */
const feeTiersOffset = 65

/**
 * Decodes a `FeeConfig` like its program: the account's length alone determines its version.
 * Fields that a version lacks are empty or zero. Written out, because curves are opened with it at each update.
 *
 * @throws TernError `layout/*`.
 * @see `FeeConfig::deserialize_versioned`
 */
export function decodeFeeConfig(data: Uint8Array): FeeConfig {
  const { withStableTiers, current } = feeConfigSizes
  const view = viewOf(feeConfigShape, data)
  const feeTiers = readTiers(view, feeTiersOffset)
  const stable = data.length < withStableTiers ? undefined : readTiers(view, feeTiers.end)
  return {
    bump: view.getUint8(8),
    admin: address.read(view, 9),
    flat_fees: readFees(view, 41),
    fee_tiers: feeTiers.tiers,
    stable_fee_tiers: stable?.tiers ?? [],
    exotic_flat_fees: stable === undefined || data.length < current ? zeroFees : readFees(view, stable.end),
  }
}

function readTiers(view: DataView, offset: number): { readonly tiers: readonly FeeTier[]; readonly end: number } {
  assertRoom(view, offset, 4)
  const count = view.getUint32(offset, true)
  if (count > maxTiers)
    throw new TernError('layout/invalidValue', { field: 'FeeConfig.fee_tiers', value: `${count} tiers` })
  const start = offset + 4
  const end = start + count * tierSize
  assertRoom(view, start, end - start)
  const tiers: FeeTier[] = []
  for (let at = start; at < end; at += tierSize)
    tiers.push({ market_cap_lamports_threshold: u128.read(view, at), fees: readFees(view, at + u128.size) })
  return { tiers, end }
}

function readFees(view: DataView, offset: number): Fees {
  assertRoom(view, offset, feesSize)
  return {
    lp_fee_bps: view.getBigUint64(offset, true),
    protocol_fee_bps: view.getBigUint64(offset + 8, true),
    creator_fee_bps: view.getBigUint64(offset + 16, true),
  }
}

function assertRoom(view: DataView, offset: number, wanted: number): void {
  if (offset + wanted > view.byteLength)
    throw new TernError('layout/truncated', { layout: 'FeeConfig', offset, wanted, actual: view.byteLength })
}

/**
 * Opens the `FeeConfig` of an account.
 * @throws TernError `layout/*` if another program owns the account, if it is truncated, or if it is not a `FeeConfig`.
 */
export function openFeeConfig(account: AccountSnapshot): FeeConfig {
  assertOwned('FeeConfig', account, program)
  return decodeFeeConfig(account.data)
}

/** Token-2022's native mint. */
const nativeMint2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' as Address
/** @see `is_sol_like_quote_mint` */
const solLike: ReadonlySet<Address> = new Set([systemProgram, wrappedNativeMint, nativeMint2022])
/** @see `STABLE_QUOTE_MINTS`: USDC, on mainnet */
const stables: ReadonlySet<Address> = new Set(['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address])

/**
 * Returns the fees of a trade on a curve, or in the pool that a curve moved to.
 * For SOL and stable coins, the tier of the market cap decides. Any other quote mint has flat fees.
 *
 * @param marketCap in raw units of the quote mint.
 * @returns `undefined` if the config has no tiers: the program has no result for this case.
 * @see `fees_for_quote_mint`, for a pump pool
 */
export function feesOf(config: FeeConfig, quoteMint: Address, marketCap: bigint): Fees | undefined {
  if (solLike.has(quoteMint)) return feeTier(config.fee_tiers, marketCap)
  if (stables.has(quoteMint))
    return feeTier(config.stable_fee_tiers.length > 0 ? config.stable_fee_tiers : config.fee_tiers, marketCap)
  const { lp_fee_bps, protocol_fee_bps, creator_fee_bps } = config.exotic_flat_fees
  const isSet = lp_fee_bps + protocol_fee_bps + creator_fee_bps > 0n
  return isSet ? config.exotic_flat_fees : config.flat_fees
}

/**
 * Returns the last tier whose threshold is reached. Below all thresholds, returns the first tier.
 * @see `calculate_fee_tier` (pump-fees-math)
 */
function feeTier(tiers: readonly FeeTier[], marketCap: bigint): Fees | undefined {
  return (tiers.findLast(tier => marketCap >= tier.market_cap_lamports_threshold) ?? tiers[0])?.fees
}
