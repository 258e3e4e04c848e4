import { describe, expect, it } from 'vitest'
import { impactLevel, impactLoss, impactOfHalf, impactQuestion, impactText, moveText } from './impact.ts'

describe('price impact', () => {
  it.each([
    [1n, 1_000_000n, '0.01%'],
    [284n, 10_000n, '2.84%'],
    [2841n, 100_000n, '2.85%'],
    [0n, 7n, '0%'],
  ])('%d/%d is never shown smaller than it is: %s', (numerator, denominator, text) => {
    expect(impactText({ numerator, denominator })).toBe(text)
  })

  it.each([
    [113n, 1_000n, '+11.3%'],
    [11_201n, 100_000n, '+11.3%'],
    [-35n, 1_000n, '−3.5%'],
  ])('the move %d/%d is never shown smaller than it must be: %s', (numerator, denominator, text) => {
    expect(moveText({ numerator, denominator })).toBe(text)
  })

  it.each([
    [499n, 'none'],
    [500n, 'confirm'],
    [999n, 'confirm'],
    [1_000n, 'type'],
    [20_000n, 'type'],
  ])('of %d basis points asks: %s', (numerator, question) => {
    expect(impactQuestion({ numerator, denominator: 10_000n })).toBe(question)
  })

  it('of half an amount is that of a pool of a constant product', () => {
    // Half of an input that is nine times the reserve: 4.5 / 5.5.
    const [nine, half] = [
      { numerator: 9n, denominator: 10n },
      { numerator: 9n, denominator: 11n },
    ]
    expect(impactOfHalf(nine)).toEqual(half)
    expect(impactText(impactOfHalf({ numerator: 1n, denominator: 100n }))).toBe('0.51%')
  })

  it('costs a buyer a part of the input, and a seller the missing output, rounded up', () => {
    const tenth = { numerator: 1n, denominator: 10n }
    expect(impactLoss('buy', 1_000_000_001n, tenth)).toBe(100_000_001n)
    expect(impactLoss('sell', 900_000_000n, tenth)).toBe(100_000_000n)
    expect(impactLoss('sell', 5n, { numerator: 1n, denominator: 1n })).toBe(5n)
  })

  it.each([
    [99n, 'plain'],
    [100n, 'warn'],
    [499n, 'warn'],
    [500n, 'danger'],
  ])('of %d basis points is %s', (numerator, level) => {
    expect(impactLevel({ numerator, denominator: 10_000n })).toBe(level)
  })
})
