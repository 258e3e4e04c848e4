import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Curve, reserves, swapBaseIn, swapBaseOut } from './quote.ts'

const curve: Curve = { reserveIn: 1_000_000n, reserveOut: 2_000_000n, feeNumerator: 25n, feeDenominator: 10_000n }
const amounts = fc.bigInt(1n, 2n ** 48n)
const curves = fc.record({
  reserveIn: amounts,
  reserveOut: amounts,
  feeNumerator: fc.bigInt(0n, 9_999n),
  feeDenominator: fc.constant(10_000n),
})

describe('swapBaseIn', () => {
  it('rounds the fee up and the output down', () => {
    expect(swapBaseIn(curve, 10_001n)).toEqual({ amountIn: 10_001n, amountOut: 19_752n, inputSwapped: 9_975n })
    expect(swapBaseIn(curve, 1n)).toEqual({ amountIn: 1n, amountOut: 0n, inputSwapped: 0n })
  })

  it('never lets the product of the reserves fall', () => {
    fc.assert(
      fc.property(curves, amounts, (one, amount) => {
        const { inputSwapped, amountOut } = swapBaseIn(one, amount)
        const after = (one.reserveIn + inputSwapped) * (one.reserveOut - amountOut)
        expect(after).toBeGreaterThanOrEqual(one.reserveIn * one.reserveOut)
      }),
    )
  })
})

describe('swapBaseOut', () => {
  it('rounds both steps up', () => {
    expect(swapBaseOut(curve, 19_752n)).toEqual({ amountIn: 10_000n, amountOut: 19_752n, inputSwapped: 9_975n })
  })

  it('has no result at and beyond the reserve, nor beyond 64 bits', () => {
    expect(swapBaseOut(curve, 1_999_999n)).toBeDefined()
    expect(swapBaseOut(curve, 2_000_000n)).toBeUndefined()
    expect(swapBaseOut({ ...curve, reserveIn: 2n ** 60n }, 1_999_999n)).toBeUndefined()
    // The input fits, but not together with its fee.
    expect(swapBaseOut({ ...curve, reserveIn: 2n ** 64n - 1n, feeNumerator: 0n }, 1_000_000n)).toBeDefined()
    expect(swapBaseOut({ ...curve, reserveIn: 2n ** 64n - 1n }, 1_000_000n)).toBeUndefined()
  })

  it('asks for an input that pays at least the output', () => {
    fc.assert(
      fc.property(curves, amounts, (one, amount) => {
        const result = swapBaseOut(one, amount)
        if (result !== undefined) expect(swapBaseIn(one, result.amountIn).amountOut).toBeGreaterThanOrEqual(amount)
      }),
    )
  })
})

describe('reserves', () => {
  it('exclude the profit that waits in the vaults', () => {
    expect(reserves({ need_take_pnl_coin: 3n, need_take_pnl_pc: 7n }, 10n, 5n)).toEqual([7n, -2n])
  })
})
