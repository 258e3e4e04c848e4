import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dbcPools, sampleConfig, samplePool, withTail } from '../../test/meteoraDbcPools.ts'
import {
  baseUpTo,
  buyBase,
  buyForQuote,
  type Curve,
  ceilBase,
  ceilQuote,
  curveOf,
  floorBase,
  sellForQuote,
  sellToQuote,
} from './curve.ts'
import { decodePoolConfig, decodeVirtualPool, type PoolConfig } from './layout.ts'

/** Prices one, four and nine times 2^-16, with liquidities that give round numbers. */
const at = (root: bigint) => root << 56n
const config: PoolConfig = {
  ...sampleConfig,
  sqrt_start_price: at(1n),
  migration_sqrt_price: at(3n) - at(1n) / 2n,
  curve: withTail([
    { sqrt_price: at(2n), liquidity: 1n << 92n },
    { sqrt_price: at(3n), liquidity: 1n << 93n },
  ]),
}
const from = (sqrt_price: bigint): Curve => curveOf(config, { ...samplePool, sqrt_price })

/** The program's own loop over the stretches, without precomputed sums. */
function buyByLoop({ curve, migration_sqrt_price: stop }: PoolConfig, start: bigint, amount: bigint) {
  let [price, left, out] = [start, amount, 0n]
  for (const { sqrt_price, liquidity } of curve) {
    if (sqrt_price === 0n) break
    const target = sqrt_price < stop ? sqrt_price : stop
    if (target <= price) continue
    const max = ceilQuote(liquidity, price, target)
    const next = left < max ? price + (left << 128n) / liquidity : target
    out += floorBase(liquidity, price, next)
    left = left < max ? 0n : left - max
    price = next
    if (left === 0n || price === stop) break
  }
  return { amountIn: amount - left, amountOut: out, sqrtPrice: price }
}

/** The program's loop for an exact output. Beyond the curve's end it has no result. */
function boughtByLoop({ curve, migration_sqrt_price: stop }: PoolConfig, start: bigint, amountOut: bigint) {
  let [price, left, amountIn] = [start, amountOut, 0n]
  for (const { sqrt_price, liquidity } of curve) {
    if (sqrt_price <= price) continue
    const max = floorBase(liquidity, price, sqrt_price)
    const divisor = liquidity - left * price
    const next = left < max ? (liquidity * price + divisor - 1n) / divisor : sqrt_price
    amountIn += ceilQuote(liquidity, price, next)
    if (left < max) return next > stop ? undefined : { amountIn, amountOut, sqrtPrice: next }
    ;[price, left] = [next, left - max]
  }
  return undefined
}

describe('baseUpTo', () => {
  const upTo = (liquidity: bigint, from: bigint, to: bigint) => {
    const scaled = liquidity << 64n
    return baseUpTo({ from, liquidity, scaled, scaledOverFrom: scaled / from }, to)
  }

  it('equals the exact quotient if the fractional bits decide', () => {
    const bits = (n: number) => fc.bigInt({ min: 1n, max: (1n << BigInt(n)) - 1n })
    fc.assert(
      fc.property(bits(128), bits(96), bits(96), (liquidity, from, rise) => {
        expect(upTo(liquidity, from, from + rise)).toBe(floorBase(liquidity, from, from + rise))
      }),
      { numRuns: 5_000 },
    )
  })

  it('equals the exact quotient if these bits are zero and the quotient is slightly less', () => {
    const to = ((769n << 60n) - 1n) / 3n
    expect(upTo(3n * to + 1n, 1n << 60n, to)).toBe(765n)
    expect(floorBase(3n * to + 1n, 1n << 60n, to)).toBe(765n)
  })

  it('equals the exact quotient if these bits are zero and the quotient is whole', () => {
    expect(upTo(3n << 60n, 1n << 60n, 3n << 60n)).toBe(2n)
  })
})

describe('buying', () => {
  it('moves up through the stretches, but not beyond the end of the curve', () => {
    const curve = from(at(1n))
    // Within the first stretch: the whole of it takes 2^92 · 2^56 / 2^128 = 2^20.
    expect(buyForQuote(curve, 1n << 19n)).toEqual({
      amountIn: 1n << 19n,
      amountOut: 22_906_492_245n,
      sqrtPrice: at(1n) + at(1n) / 2n,
    })
    expect(buyForQuote(curve, 1n << 20n)).toEqual({
      amountIn: 1n << 20n,
      amountOut: 34_359_738_368n,
      sqrtPrice: at(2n),
    })
    expect(buyForQuote(curve, 3n << 20n)).toEqual({
      ...{ amountIn: 2n << 20n, amountOut: 34_359_738_368n + 13_743_895_347n, sqrtPrice: config.migration_sqrt_price },
    })
    expect(buyForQuote(from(config.migration_sqrt_price), 5n)).toMatchObject({ amountIn: 0n, amountOut: 0n })
  })

  it("of an exact amount costs no more than the input that brought it, and ends at the curve's end", () => {
    const curve = from(at(1n))
    expect(buyBase(curve, 34_359_738_368n)).toEqual({
      amountIn: 1n << 20n,
      amountOut: 34_359_738_368n,
      sqrtPrice: at(2n),
    })
    expect(buyBase(curve, 34_359_738_368n + 13_743_895_347n)?.amountIn).toBe(2n << 20n)
    expect(buyBase(curve, 34_359_738_368n + 13_743_895_350n)).toBeUndefined()
    expect(buyBase(curve, 1n << 63n)).toBeUndefined()
  })

  it("equals the program's loop", () => {
    const amounts = fc.integer({ min: 1, max: 62 }).chain(bits => fc.bigInt(0n, (1n << BigInt(bits)) - 1n))
    fc.assert(
      fc.property(dbcPools, amounts, ({ accounts, address }, amount) => {
        const state = decodeVirtualPool(accounts.get(address)?.data ?? new Uint8Array())
        const terms = decodePoolConfig(accounts.get(state.config)?.data ?? new Uint8Array())
        const curve = curveOf(terms, state)
        const bought = buyByLoop(terms, state.sqrt_price, amount)
        expect(buyForQuote(curve, amount)).toEqual(bought)
        const wanted = (bought.amountOut * 3n) / 5n
        const max = curve.buyOut.at(-1)?.outAfter ?? 0n
        if (wanted < max) expect(buyBase(curve, wanted)).toEqual(boughtByLoop(terms, state.sqrt_price, wanted))
      }),
    )
  })

  it("equals the program's loop on a stretch of any size", () => {
    const sized = (min: number, max: number) =>
      fc.integer({ min: min, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
    const shape = fc.record({ start: sized(54, 60), rise: sized(50, 60), base: sized(40, 54) })
    fc.assert(
      fc.property(shape, fc.array(fc.bigInt(1n, 999_999n), { minLength: 20, maxLength: 20 }), (one, parts) => {
        const end = one.start + one.rise
        const liquidity = (one.base * one.start * end) / one.rise + 1n
        const curve = withTail([{ sqrt_price: end, liquidity }])
        const terms = { ...config, sqrt_start_price: one.start, migration_sqrt_price: end, curve }
        const prepared = curveOf(terms, { ...samplePool, sqrt_price: one.start })
        for (const part of parts) {
          const amount = (ceilQuote(liquidity, one.start, end) * part) / 1_000_000n
          expect(buyForQuote(prepared, amount)).toEqual(buyByLoop(terms, one.start, amount))
          const base = (one.base * part) / 1_000_000n
          expect(buyBase(prepared, base)).toEqual(boughtByLoop(terms, one.start, base))
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('selling', () => {
  it('moves down through the stretches, but not beyond the beginning of the curve', () => {
    const curve = from(at(3n) - at(1n) / 2n)
    const first = ceilBase(1n << 93n, at(2n), curve.sqrtPrice)
    expect(sellForQuote(curve, first)).toEqual({ amountIn: first, amountOut: 1n << 20n, sqrtPrice: at(2n) })
    const all = first + ceilBase(1n << 92n, at(1n), at(2n))
    expect(sellForQuote(curve, all)).toEqual({ amountIn: all, amountOut: 2n << 20n, sqrtPrice: at(1n) })
    expect(sellForQuote(curve, all + 1_000_000n)).toEqual({ amountIn: all, amountOut: 2n << 20n, sqrtPrice: at(1n) })
    expect(sellForQuote(from(at(1n)), 10n ** 9n)).toMatchObject({ amountIn: 0n, amountOut: 0n })
  })

  it('for an exact amount takes its cost, and fails for more than the curve took in', () => {
    const curve = from(at(3n) - at(1n) / 2n)
    expect(sellToQuote(curve, 1n << 20n)?.sqrtPrice).toBe(at(2n))
    expect(sellToQuote(curve, 2n << 20n)?.sqrtPrice).toBe(at(1n))
    expect(sellToQuote(curve, (2n << 20n) + 1n)).toBeUndefined()
    expect(sellToQuote(from(at(1n)), 1n)).toBeUndefined()
  })

  it('brings no more than the tokens cost', () => {
    const amounts = fc.integer({ min: 1, max: 50 }).chain(bits => fc.bigInt(1n, 1n << BigInt(bits)))
    fc.assert(
      fc.property(dbcPools, amounts, ({ accounts, address }, amount) => {
        const state = decodeVirtualPool(accounts.get(address)?.data ?? new Uint8Array())
        const terms = decodePoolConfig(accounts.get(state.config)?.data ?? new Uint8Array())
        const bought = buyForQuote(curveOf(terms, state), amount)
        const back = sellForQuote(curveOf(terms, { ...state, sqrt_price: bought.sqrtPrice }), bought.amountOut)
        expect(back.amountOut).toBeLessThanOrEqual(bought.amountIn)
      }),
    )
  })
})
