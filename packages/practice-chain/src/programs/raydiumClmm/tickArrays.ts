import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type PoolState, program } from '@tern/venues/raydiumClmm'
import {
  arrayOf,
  arraysAhead,
  type Bitmap,
  bitmapExtensionLayout,
  type Direction,
  tickArrayLayout,
} from '@tern/venues/raydiumClmm/internal'
import { checkOwn, fail, type NamedAccount } from '../anchor.ts'
import { refuse } from './errors.ts'

/** Below this spacing, ticks may lie beyond the pool's own bitmap. */
const minSpacingOfOneBitmap = 15
const ticksPerArray = 60

/** A swap's tick arrays and bitmap extension. */
export interface GivenTicks {
  readonly bitmap: Bitmap
  readonly hasExtension: boolean
  readonly given: readonly NamedAccount[]
}

/**
 * Reads the tick arrays and the extension among a swap's remaining accounts (`exact_internal_v2`,
 * instructions/swap_v2.rs).
 * The length of an account shows its kind. The first account of another length ends the list.
 */
export function readTicks(pool: Address, state: PoolState, further: readonly NamedAccount[]): GivenTicks {
  const given: NamedAccount[] = []
  let extension: NamedAccount | undefined
  for (const account of further) {
    if (account.data.length === tickArrayLayout.size) {
      checkOwn(account, tickArrayLayout, program)
      if (!account.isWritable) fail('AccountNotMutable', account.name)
      given.push(account)
    } else if (account.data.length === bitmapExtensionLayout.size) {
      checkOwn(account, bitmapExtensionLayout, program)
      if (!isOf(pool, account, bitmapExtensionLayout.offsets.pool_id)) refuse('InvalidTickArrayBitmapExtensionAccount')
      extension = account
    } else break
  }
  const far = extension && bitmapExtensionLayout.view(extension.data)
  const bitmap: Bitmap = {
    tickSpacing: state.tick_spacing,
    near: state.tick_array_bitmap,
    far: far && { positive: far.positive_tick_array_bitmap, negative: far.negative_tick_array_bitmap },
  }
  return { bitmap, hasExtension: extension !== undefined, given }
}

/**
 * Finds the tick arrays that a swap can use, by their number (`swap_internal`, instructions/swap.rs).
 * The program reads the given arrays in their order, skips arrays that it does not need next, and never goes back.
 */
export function reachableArrays(
  pool: Address,
  state: PoolState,
  { ticks: { bitmap, hasExtension, given }, direction }: { readonly ticks: GivenTicks; readonly direction: Direction },
): ReadonlyMap<number, NamedAccount> {
  const spacing = state.tick_spacing
  const wanted = arraysAhead(bitmap, arrayOf(state.tick_current, spacing), { direction, max: given.length + 1 })
  if (wanted.length === 0)
    refuse(
      hasExtension || spacing >= minSpacingOfOneBitmap
        ? 'InsufficientLiquidityForDirection'
        : 'MissingTickArrayBitmapExtensionAccount',
    )
  if (given.length === 0) refuse('NotEnoughTickArrayAccount')
  const arrays = new Map<number, NamedAccount>()
  let next = 0
  for (const array of wanted) {
    const found = given.findIndex((one, i) => i >= next && startOf(one) === array * ticksPerArray * spacing)
    if (found < 0) break
    const account = given[found] as NamedAccount
    if (!isOf(pool, account, tickArrayLayout.offsets.pool_id)) fail('RequireKeysEqViolated')
    arrays.set(array, account)
    next = found + 1
  }
  if (arrays.size === 0) refuse('InvalidFirstTickArrayAccount')
  return arrays
}

const startOf = ({ data }: NamedAccount): number => tickArrayLayout.view(data).start_tick_index

function isOf(pool: Address, { data }: NamedAccount, offset: number): boolean {
  return addressBytes(pool).every((byte, i) => byte === data[offset + i])
}
