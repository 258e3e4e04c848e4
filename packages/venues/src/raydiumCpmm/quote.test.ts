import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Curve, isCreatorFeeOnInput, reserves, swapBaseInput, swapBaseOutput } from './quote.ts'

const curve: Curve = {
  reserveIn: 1_000_000n,
  reserveOut: 2_000_000n,
  tradeFeeRate: 2_500n,
  protocolFeeRate: 120_000n,
  fundFeeRate: 40_000n,
  creatorFeeRate: 0n,
  isCreatorFeeOnInput: true,
}
const amounts = fc.bigInt(1n, 2n ** 48n)
const curves = fc.record({
  reserveIn: amounts,
  reserveOut: amounts,
  tradeFeeRate: fc.bigInt(1n, 499_999n),
  protocolFeeRate: fc.bigInt(0n, 500_000n),
  fundFeeRate: fc.bigInt(0n, 500_000n),
  creatorFeeRate: fc.bigInt(0n, 499_999n),
  isCreatorFeeOnInput: fc.boolean(),
})

describe('swapBaseInput', () => {
  it('rounds the trade fee up, and the output and the shares down', () => {
    expect(swapBaseInput(curve, 10_001n)).toEqual({
      inputAmount: 10_001n,
      outputAmount: 19_752n,
      inputSwapped: 9_975n,
      tradeFee: 26n,
      protocolFee: 3n,
      fundFee: 1n,
      creatorFee: 0n,
    })
  })

  it("rounds both fees on the input up together and then splits them, the creator's share down", () => {
    const both = { ...curve, creatorFeeRate: 700n }
    // ceil(10,001 · 3,200 ppm) = 33. The creator's share is floor(33 · 700 / 3,200) = 7.
    expect(swapBaseInput(both, 10_001n)).toMatchObject({ tradeFee: 26n, creatorFee: 7n, inputSwapped: 9_968n })
  })

  it("takes the creator's fee from the output, rounded up", () => {
    const onOutput = { ...curve, creatorFeeRate: 700n, isCreatorFeeOnInput: false }
    expect(swapBaseInput(onOutput, 10_001n)).toMatchObject({ creatorFee: 14n, outputAmount: 19_738n, tradeFee: 26n })
  })

  it('never lets the product of the reserves fall', () => {
    fc.assert(
      fc.property(curves, amounts, (one, amount) => {
        const { inputSwapped, outputAmount, creatorFee } = swapBaseInput(one, amount)
        const leaving = one.isCreatorFeeOnInput ? outputAmount : outputAmount + creatorFee
        const after = (one.reserveIn + inputSwapped) * (one.reserveOut - leaving)
        expect(after).toBeGreaterThanOrEqual(one.reserveIn * one.reserveOut)
      }),
    )
  })
})

describe('swapBaseOutput', () => {
  it('rounds every step up', () => {
    expect(swapBaseOutput(curve, 19_752n)).toMatchObject({ inputSwapped: 9_975n, inputAmount: 10_000n, tradeFee: 25n })
  })

  it('has no result at and beyond the reserve, nor beyond 64 bits', () => {
    expect(swapBaseOutput(curve, 1_999_999n)).toBeDefined()
    expect(swapBaseOutput(curve, 2_000_000n)).toBeUndefined()
    expect(swapBaseOutput({ ...curve, creatorFeeRate: 1n, isCreatorFeeOnInput: false }, 1_999_999n)).toBeUndefined()
    expect(swapBaseOutput({ ...curve, reserveIn: 2n ** 60n }, 1_999_999n)).toBeUndefined()
  })

  it('asks for an input that pays at least the output', () => {
    fc.assert(
      fc.property(curves, amounts, (one, amount) => {
        const result = swapBaseOutput(one, amount)
        if (result === undefined) return
        const paid = swapBaseInput(one, result.inputAmount)
        // If the creator fee is on the output, both directions round up and may differ by a unit.
        const off = one.isCreatorFeeOnInput || one.creatorFeeRate === 0n ? 0n : 1n
        expect(paid.outputAmount + off).toBeGreaterThanOrEqual(amount)
      }),
    )
  })
})

describe('the pool', () => {
  it('trades with the reserves that it does not owe', () => {
    const owed = {
      protocol_fees_token_0: 1n,
      protocol_fees_token_1: 2n,
      fund_fees_token_0: 3n,
      fund_fees_token_1: 4n,
      creator_fees_token_0: 5n,
      creator_fees_token_1: 6n,
    }
    expect(reserves(owed, 100n, 12n)).toEqual([91n, 0n])
  })

  it("takes the creator's fee from the token of its mode", () => {
    const of = (mode: number) => [isCreatorFeeOnInput(mode, 'zeroForOne'), isCreatorFeeOnInput(mode, 'oneForZero')]
    expect([of(0), of(1), of(2)]).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ])
  })
})
