import {
  type AccountSnapshot,
  type Address,
  address,
  systemProgram,
  TernError,
  u128,
  wrappedNativeMint,
} from '@tern/core'
import { assertOwned } from '../openAccounts.ts'
import { viewOf } from '../readFields.ts'
import { program } from './addresses.ts'
import type { FeeConfig, Fees, FeeTier } from './layout.ts'

/** Bytes of the account before it had tiers for stable quotes, with them, and with the fees of all other quotes. */
export const feeConfigSizes = { first: 2512, withStableTiers: 4073, current: 4097 } as const
/** What the account is known by. */
export const feeConfigShape = {
  name: 'FeeConfig',
  size: feeConfigSizes.first,
  discriminator: Uint8Array.of(0x8f, 0x34, 0x92, 0xbb, 0xdb, 0x7b, 0x4c, 0x9b),
}
/** Bytes of `Fees`, and of a `FeeTier`. */
const [feesSize, tierSize] = [24, 40]
/** `MAX_FEE_TIERS_SUPPORTED`. */
const mostTiers = 50

const zeroFees: Fees = { lp_fee_bps: 0n, protocol_fee_bps: 0n, creator_fee_bps: 0n }
/** Where the first list begins: behind the discriminator, the bump, the admin and the flat fees. */
const feeTiersOffset = 65

/**
 * `FeeConfig` as its program reads it (`FeeConfig::deserialize_versioned`): the account's length, not what is in it, says
 * which version it is; what a version lacks is empty and zero. Written out: curves are opened with it at each update.
 * @throws TernError `layout/*`.
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
  if (count > mostTiers)
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

/** @throws TernError `layout/*`: of another program, cut short, no `FeeConfig`. */
export function openFeeConfig(account: AccountSnapshot): FeeConfig {
  assertOwned('FeeConfig', account, program)
  return decodeFeeConfig(account.data)
}

/** Token-2022's native mint. */
const nativeMint2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' as Address
/** `is_sol_like_quote_mint`. */
const solLike: ReadonlySet<Address> = new Set([systemProgram, wrappedNativeMint, nativeMint2022])
/** `STABLE_QUOTE_MINTS`: USDC, on mainnet. */
const stables: ReadonlySet<Address> = new Set(['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address])

/**
 * What a trade on a curve, or in the pool that came of one, pays (`fees_for_quote_mint` for a pump pool): tiers by market
 * capitalisation, in raw units of the quote mint, where that is SOL or a stable coin, flat fees where it is anything else.
 * `undefined` where the config has no tiers, for which the program has no answer.
 */
export function feesOf(config: FeeConfig, quoteMint: Address, marketCap: bigint): Fees | undefined {
  if (solLike.has(quoteMint)) return feeTier(config.fee_tiers, marketCap)
  if (stables.has(quoteMint))
    return feeTier(config.stable_fee_tiers.length > 0 ? config.stable_fee_tiers : config.fee_tiers, marketCap)
  const { lp_fee_bps, protocol_fee_bps, creator_fee_bps } = config.exotic_flat_fees
  const isSet = lp_fee_bps + protocol_fee_bps + creator_fee_bps > 0n
  return isSet ? config.exotic_flat_fees : config.flat_fees
}

/** `calculate_fee_tier` (pump-fees-math): the last tier whose threshold is reached, the first below all. */
function feeTier(tiers: readonly FeeTier[], marketCap: bigint): Fees | undefined {
  return (tiers.findLast(tier => marketCap >= tier.market_cap_lamports_threshold) ?? tiers[0])?.fees
}
