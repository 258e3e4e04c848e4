import { type Field, i32, u32, u64, u128 } from '@tern/core/internal'
import type { PoolState } from '@tern/venues/raydiumClmm'
import {
  type DynamicFeeInfo,
  type MetTick,
  poolStateLayout,
  type SwapResult,
  tickArrayLayout,
  tickStateLayout,
} from '@tern/venues/raydiumClmm/internal'
import type { Script } from '../../effects/script.ts'
import type { NamedAccount } from '../anchor.ts'

const u128Range = 2n ** 128n

/** The token that pays the fee, and the epoch. */
interface Terms {
  readonly isFeeOn0: boolean
  readonly epoch: bigint
}

/** Offsets within `PoolState.dynamic_fee_info`. */
const volatilityOffsets = {
  tick_spacing_index_reference: 14,
  volatility_reference: 18,
  volatility_accumulator: 22,
  last_update_timestamp: 26,
} as const satisfies Partial<Record<keyof DynamicFeeInfo, number>>

function put<T>(script: Script, { position }: NamedAccount, offset: number, field: Field<T>, value: T): void {
  const bytes = new Uint8Array(field.size)
  field.write(new DataView(bytes.buffer), 0, value)
  script.write(position, offset, bytes)
}

/** `update_after_swap` and `update_fee` (states/pool.rs). */
export function writePool(
  script: Script,
  account: NamedAccount,
  {
    pool,
    result,
    terms: { isFeeOn0, epoch },
  }: { readonly pool: PoolState; readonly result: SwapResult; readonly terms: Terms },
): void {
  const { offsets } = poolStateLayout
  put(script, account, offsets.sqrt_price_x64, u128, result.sqrtPriceX64)
  put(script, account, offsets.tick_current, i32, result.tick)
  if (result.liquidity !== pool.liquidity) put(script, account, offsets.liquidity, u128, result.liquidity)
  if (epoch !== pool.recent_epoch) put(script, account, offsets.recent_epoch, u64, epoch)
  const growth = isFeeOn0 ? 'fee_growth_global_0_x64' : 'fee_growth_global_1_x64'
  const protocolFees = isFeeOn0 ? 'protocol_fees_token_0' : 'protocol_fees_token_1'
  const fundFees = isFeeOn0 ? 'fund_fees_token_0' : 'fund_fees_token_1'
  if (result.lpFee > 0n) put(script, account, offsets[growth], u128, (pool[growth] + result.feeGrowthX64) % u128Range)
  if (result.protocolFee > 0n) put(script, account, offsets[protocolFees], u64, pool[protocolFees] + result.protocolFee)
  if (result.fundFee > 0n) put(script, account, offsets[fundFees], u64, pool[fundFees] + result.fundFee)
  if (result.volatility === undefined) return
  const at = (name: keyof typeof volatilityOffsets) => offsets.dynamic_fee_info + volatilityOffsets[name]
  const { volatility } = result
  put(script, account, at('tick_spacing_index_reference'), i32, volatility.tick_spacing_index_reference)
  put(script, account, at('volatility_reference'), u32, volatility.volatility_reference)
  put(script, account, at('volatility_accumulator'), u32, volatility.volatility_accumulator)
  put(script, account, at('last_update_timestamp'), u64, volatility.last_update_timestamp)
}

/** `cross` (states/tick_array.rs), for each tick that the price reached. */
export function writeTicks(
  script: Script,
  pool: PoolState,
  {
    arrays,
    result: { met },
    terms,
  }: { readonly arrays: ReadonlyMap<number, NamedAccount>; readonly result: SwapResult; readonly terms: Terms },
): void {
  for (const one of met) {
    const account = arrays.get(one.tick.array)
    if (account !== undefined) writeTick(script, pool, account, one, terms)
  }
}

function writeTick(script: Script, pool: PoolState, account: NamedAccount, met: MetTick, terms: Terms): void {
  const { offsets } = tickStateLayout
  const slot = (met.tick.tick - met.tick.array * 60 * pool.tick_spacing) / pool.tick_spacing
  const start = tickArrayLayout.offsets.ticks + slot * tickStateLayout.size
  put(script, account, tickArrayLayout.offsets.recent_epoch, u64, terms.epoch)
  if (!met.isCrossed) return
  const view = new DataView(account.data.buffer, account.data.byteOffset, account.data.length)
  const grown0 = pool.fee_growth_global_0_x64 + (terms.isFeeOn0 ? met.feeGrowthX64 : 0n)
  const grown1 = pool.fee_growth_global_1_x64 + (terms.isFeeOn0 ? 0n : met.feeGrowthX64)
  for (const [offset, growth] of [
    [start + offsets.fee_growth_outside_0_x64, grown0],
    [start + offsets.fee_growth_outside_1_x64, grown1],
  ] as const)
    put(script, account, offset, u128, BigInt.asUintN(128, growth - u128.read(view, offset)))
}
