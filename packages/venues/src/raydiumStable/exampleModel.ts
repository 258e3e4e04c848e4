import { elementCount, modelHeaderLayout, modelSize } from './model.ts'

/** An element of a table. */
export interface ModelElement {
  readonly x: bigint
  readonly y: bigint
  readonly price: bigint
}

/** Encodes a table. Missing elements are 0. */
export function encodeModel(multiplier: bigint, elements: readonly ModelElement[]): Uint8Array {
  const data = new Uint8Array(modelSize)
  const header = { account_type: 2n, status: 1n, multiplier, valid_data_count: BigInt(elements.length) }
  data.set(modelHeaderLayout.encode(header))
  const view = new DataView(data.buffer)
  for (const [i, { x, y, price }] of elements.entries()) {
    const at = modelHeaderLayout.size + i * 24
    view.setBigUint64(at, x, true)
    view.setBigUint64(at + 8, y, true)
    view.setBigUint64(at + 16, price, true)
  }
  return data
}

/** The unit of prices, and the amount of each token at the price of 1. */
const unit = 10n ** 12n
const middle = elementCount / 2

/**
 * Makes a table for practice and tests: Tern's own, not mainnet's, which is not public.
 * The price is 1 at equal amounts. It is 0.83 once half of that pc is left, and 0.63 once a quarter is left. The table covers
 * amounts that differ by a factor of 8,000. A round trip across elements never gains.
 */
export function exampleModel(): Uint8Array {
  const elements: ModelElement[] = new Array(elementCount)
  let [x, y, price] = [unit, unit, unit]
  for (let k = 0; k <= middle; k++) {
    if (k > 0) {
      const step = x / 3_000n + 1n
      y += (step * unit) / price
      x -= step
      price = (unit * 5n * x) / (4n * x + unit)
    }
    elements[middle - k] = { x, y, price }
    if (middle + k < elementCount) elements[middle + k] = { x: y, y: x, price: (unit * unit) / price }
  }
  return encodeModel(unit, elements)
}
