import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import { putAddress, type TradedMint } from '@tern/core/internal'
import { assertOwned, mismatch, openMint, openVault } from '../openAccounts.ts'
import { bitmapExtensionAddress, program, tickArrayAddress } from './addresses.ts'
import { arraysAhead, type Bitmap, hasFarArrays } from './bitmap.ts'
import {
  type AmmConfig,
  ammConfigLayout,
  bitmapExtensionLayout,
  type PoolState,
  tickArrayLayout,
  viewPoolState,
} from './layout.ts'
import { loadSteps, needsSteps } from './stepwise.ts'
import { rateDenominator } from './swapMath.ts'
import { arrayOf, maxSqrtPriceX64, maxTick, minSqrtPriceX64, minTick, ticksPerArray } from './tick.ts'

/**
 * Number of tick arrays to read in each direction, including the current array.
 * A transaction has no room for many more, so a trade that needs more is refused.
 */
export const arraysEachWay = 5

/** The content of a pool's accounts. */
export interface OpenPool {
  readonly address: Address
  readonly state: PoolState
  readonly config: AmmConfig
  readonly mints: readonly [TradedMint, TradedMint]
  /** The balances of the vaults, including fees that were not collected. */
  readonly held: readonly [bigint, bigint]
  /** `true` if a vault is frozen. */
  readonly isFrozen: boolean
  readonly bitmap: Bitmap
  readonly hasExtension: boolean
  /** The bytes of the tick arrays around the price, by array number. */
  readonly arrays: ReadonlyMap<number, Uint8Array>
  /** Slot of the oldest of the accounts that change: the pool and its tick arrays. */
  readonly slot: bigint
}

/**
 * Returns the accounts to read next: the pool, then the accounts that it names, then the tick arrays around its price.
 * Also loads code that only some pools need.
 * @throws TernError `layout/*`.
 */
export async function accountsToRead(pool: Address, read: AccountSet): Promise<readonly Address[]> {
  const account = read.get(pool)
  if (account === undefined) return [pool]
  if (account === null) return []
  const state = openState(account)
  const isFar = hasFarArrays(state.tick_spacing)
  const first = [...accountsOf(state), ...(isFar ? [bitmapExtensionAddress(pool)] : [])].filter(one => !read.has(one))
  if (first.length > 0) return first
  const bitmap = bitmapOf(pool, state, read)
  const arrays = arraysAround(state, bitmap).map(array => addressOfArray(pool, state.tick_spacing, array))
  const missing = arrays.filter(one => !read.has(one))
  if (
    missing.length === 0 &&
    needsSteps(
      state,
      arrays.flatMap(one => read.get(one)?.data ?? []),
    )
  )
    await loadSteps()
  return missing
}

/**
 * Opens a pool's accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openAccounts(address: Address, read: AccountSet): OpenPool {
  const account = read.get(address)
  if (!account) throw notReady(address, [address])
  const state = openState(account)
  const isFar = hasFarArrays(state.tick_spacing)
  const extension = isFar ? bitmapExtensionAddress(address) : undefined
  const missing = accountsOf(state).filter(one => !read.get(one))
  if (extension !== undefined && !read.has(extension)) missing.push(extension)
  if (missing.length > 0) throw notReady(address, missing)

  const config = openConfig(read.get(state.amm_config) as AccountSnapshot, state)
  const mints = [
    openMint(state.token_mint_0, read, { decimals: state.mint_decimals_0 }),
    openMint(state.token_mint_1, read, { decimals: state.mint_decimals_1 }),
  ] as const
  if (mints[0].address === mints[1].address) mismatch(address, 'token_mint_1', 'another token', mints[1].address)
  const vaults = [
    openVault(state.token_vault_0, read, mints[0], address),
    openVault(state.token_vault_1, read, mints[1], address),
  ] as const
  const bitmap = bitmapOf(address, state, read)
  const { arrays, slot } = openArrays(address, state, bitmap, read)
  return {
    ...{ address, state, config, mints, bitmap, arrays },
    held: [vaults[0].amount, vaults[1].amount],
    isFrozen: vaults.some(vault => vault.state === 'frozen'),
    hasExtension: extension !== undefined && read.get(extension) !== null,
    slot: slot < account.slot ? slot : account.slot,
  }
}

/** Derives the address of a tick array from its number. */
export function addressOfArray(pool: Address, tickSpacing: number, array: number): Address {
  return tickArrayAddress(pool, array * ticksPerArray * tickSpacing)
}

function accountsOf(state: PoolState): Address[] {
  return [state.amm_config, state.token_vault_0, state.token_vault_1, state.token_mint_0, state.token_mint_1]
}

/** Returns the arrays that quotes in both directions read. */
function arraysAround({ tick_current, tick_spacing }: PoolState, bitmap: Bitmap): readonly number[] {
  const current = arrayOf(tick_current, tick_spacing)
  const below = arraysAhead(bitmap, current, { direction: 'zeroForOne', max: arraysEachWay })
  const above = arraysAhead(bitmap, current, { direction: 'oneForZero', max: arraysEachWay })
  return [...below, ...above.filter(array => array !== current)]
}

/**
 * Opens a pool's account.
 * @throws TernError `layout/*`, also for values beyond which the program's arithmetic has no result.
 */
function openState(account: AccountSnapshot): PoolState {
  assertOwned('PoolState', account, program)
  const state = viewPoolState(account.data)
  const { tick_spacing, tick_current, sqrt_price_x64, fee_on } = state
  if (tick_spacing === 0) throw invalid('tick_spacing', tick_spacing)
  if (tick_current < minTick || tick_current > maxTick) throw invalid('tick_current', tick_current)
  if (sqrt_price_x64 < minSqrtPriceX64 || sqrt_price_x64 >= maxSqrtPriceX64)
    throw invalid('sqrt_price_x64', sqrt_price_x64)
  if (fee_on > 2) throw invalid('fee_on', fee_on)
  return state
}

function bitmapOf(pool: Address, { tick_spacing, tick_array_bitmap }: PoolState, read: AccountSet): Bitmap {
  const account = hasFarArrays(tick_spacing) ? read.get(bitmapExtensionAddress(pool)) : undefined
  if (!account) return { tickSpacing: tick_spacing, near: tick_array_bitmap, far: undefined }
  assertOwned('TickArrayBitmapExtension', account, program)
  const view = bitmapExtensionLayout.view(account.data, 'atLeast')
  if (pool !== view.pool_id) mismatch(bitmapExtensionAddress(pool), 'pool_id', pool, view.pool_id)
  const far = { positive: view.positive_tick_array_bitmap, negative: view.negative_tick_array_bitmap }
  return { tickSpacing: tick_spacing, near: tick_array_bitmap, far }
}

function openArrays(
  pool: Address,
  state: PoolState,
  bitmap: Bitmap,
  read: AccountSet,
): Pick<OpenPool, 'arrays' | 'slot'> {
  const { tick_spacing } = state
  const arrays = new Map<number, Uint8Array>()
  const missing: Address[] = []
  const head = headOfTickArrays(pool)
  let slot = 2n ** 64n
  for (const array of arraysAround(state, bitmap)) {
    const start = array * ticksPerArray * tick_spacing
    const address = tickArrayAddress(pool, start)
    const account = read.get(address)
    if (!account) {
      missing.push(address)
      continue
    }
    assertOwned('TickArrayState', account, program)
    if (!isTickArray(account.data, head, start)) refuseTickArray(address, account.data, pool, start)
    arrays.set(array, account.data)
    if (account.slot < slot) slot = account.slot
  }
  if (missing.length > 0) throw notReady(pool, missing)
  return { arrays, slot }
}

/** Returns the first bytes of each of a pool's tick arrays: the discriminator and the pool. */
function headOfTickArrays(pool: Address): Uint8Array {
  const { discriminator, offsets } = tickArrayLayout
  const head = new Uint8Array(offsets.start_tick_index)
  head.set(discriminator)
  putAddress(pool, head, offsets.pool_id)
  return head
}

/** Checks a tick array byte by byte, because to create a view takes longer. */
function isTickArray(data: Uint8Array, head: Uint8Array, start: number): boolean {
  const at = head.length
  if (data.length < tickArrayLayout.size) return false
  for (let i = 0; i < at; i++) if (data[i] !== head[i]) return false
  for (let i = 0; i < 4; i++) if (data[at + i] !== ((start >> (8 * i)) & 0xff)) return false
  return true
}

function refuseTickArray(address: Address, data: Uint8Array, pool: Address, start: number): never {
  const { pool_id, start_tick_index } = tickArrayLayout.view(data, 'atLeast')
  if (pool !== pool_id) mismatch(address, 'pool_id', pool, pool_id)
  mismatch(address, 'start_tick_index', String(start), String(start_tick_index))
}

function openConfig(account: AccountSnapshot, state: PoolState): AmmConfig {
  assertOwned('AmmConfig', account, program)
  const config = ammConfigLayout.view(account.data, 'atLeast')
  // `create_amm_config` (lib.rs) asserts both. Beyond these bounds, the program's arithmetic has no result.
  if (BigInt(config.trade_fee_rate) >= rateDenominator) throw invalid('trade_fee_rate', config.trade_fee_rate)
  if (BigInt(config.protocol_fee_rate + config.fund_fee_rate) > rateDenominator)
    throw invalid('protocol_fee_rate', config.protocol_fee_rate)
  if (config.tick_spacing !== state.tick_spacing)
    mismatch(state.amm_config, 'tick_spacing', String(state.tick_spacing), String(config.tick_spacing))
  return config
}

function notReady(pool: Address, missing: readonly Address[]): TernError {
  return new TernError('pool/accountsNotReady', { pool, missing })
}

function invalid(field: string, value: number | bigint): TernError {
  return new TernError('layout/invalidValue', { field, value: String(value) })
}
