import { TernError } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'

/** The start of a table of prices. After it follow `elementCount` elements of x, y and price. */
export const modelHeaderLayout = struct('ModelData', 32, {
  /** 2: a table. */
  account_type: u64,
  /** 0: not ready. */
  status: u64,
  /** The unit of prices. */
  multiplier: u64,
  /** The program ignores it. */
  valid_data_count: u64,
})

/** The program expects this number of elements. It ignores the number in the header. */
export const elementCount = 50_000
const elementSize = 24
/** The size of a table's account in bytes. Today's program refuses a longer account, too. */
export const modelSize = modelHeaderLayout.size + elementCount * elementSize

const modelAccountType = 2n

/**
 * A table of prices, which all pools share. Along it, `x` rises, `y` falls, and the price rises.
 * An account of 1.2 MB: each value is read from its bytes when a quote needs it.
 */
export interface Model {
  readonly multiplier: bigint
  readonly isReady: boolean
  /** Amount of the pc token, in the table's unit. */
  x(index: number): bigint
  /** Amount of the coin token, in the table's unit. */
  y(index: number): bigint
  /** Pc per coin, times the multiplier. */
  price(index: number): bigint
}

/** Opened tables by their bytes, because many pools share a table. */
const opened = new WeakMap<Uint8Array, Model>()

/**
 * Opens a table.
 * @param data the account's data. No code writes to it.
 * @throws TernError `layout/wrongSize`, `layout/invalidValue`.
 */
export function openModel(data: Uint8Array): Model {
  const known = opened.get(data)
  if (known !== undefined) return known
  if (data.length < modelSize)
    throw new TernError('layout/wrongSize', { layout: 'ModelData', expected: modelSize, actual: data.length })
  const header = modelHeaderLayout.view(data, 'atLeast')
  if (header.account_type !== modelAccountType)
    throw new TernError('layout/invalidValue', { field: 'account_type', value: String(header.account_type) })
  const elements = new DataView(data.buffer, data.byteOffset + modelHeaderLayout.size, elementCount * elementSize)
  const model: Model = {
    multiplier: header.multiplier,
    isReady: header.status !== 0n,
    x: index => elements.getBigUint64(index * elementSize, true),
    y: index => elements.getBigUint64(index * elementSize + 8, true),
    price: index => elements.getBigUint64(index * elementSize + 16, true),
  }
  opened.set(data, model)
  return model
}

/** The neighbours of a value. Both are the same element if the value is that element's own. */
export interface Bracket {
  readonly lower: number
  readonly upper: number
}

/** The last index that a search looks at. A search that ends at either edge finds nothing. */
const lastIndex = elementCount - 2

/**
 * Finds a value's neighbours as the program does (`get_range_by_x`, `get_range_by_y` and `get_range_by_xy_real` in its
 * log). The program also compares with the neighbour on the other side, which decides nothing in a sorted table.
 *
 * @param side `1` if the values rise with the index, `-1` if they fall.
 * @returns `undefined` if the value is not within the table (`TableValueNotFound`).
 */
export function findBracket(valueAt: (index: number) => bigint, target: bigint, side: 1 | -1): Bracket | undefined {
  let lower = 0
  let upper = lastIndex
  while (lower <= upper) {
    const middle = (lower + upper) >> 1
    if (middle <= 0 || middle >= lastIndex) return undefined
    const here = valueAt(middle)
    if (target === here) return { lower: middle, upper: middle }
    const isBefore = side === 1 ? target < here : target > here
    const neighbour = isBefore ? middle - 1 : middle + 1
    const next = valueAt(neighbour)
    if (target === next) return { lower: neighbour, upper: neighbour }
    if ((side === 1 ? target < next : target > next) === isBefore) {
      if (isBefore) upper = middle - 1
      else lower = middle + 1
    } else return { lower: Math.min(middle, neighbour), upper: Math.max(middle, neighbour) }
  }
  return undefined
}
