import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatSignerLimits,
  isLaxer,
  limitBeyond,
  parseSignerLimits,
  type SignerLimits,
  standardSignerLimits,
} from './signerLimits.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 19n - 1n })
const limits: fc.Arbitrary<SignerLimits> = fc.record({ trade: amount, untilLock: amount }, { requiredKeys: [] })

/** The sum over messages with these losses. */
const losing = (...lamports: readonly bigint[]) => ({
  lamports: lamports.reduce((sum, one) => sum + one, 0n),
  maxLamports: lamports.reduce((max, one) => (one > max ? one : max), 0n),
  unpriced: 0,
})
const signed = (lamports: bigint) => ({ lamports })

describe('limits', () => {
  it('are reached, and then passed', () => {
    const both = { trade: 2n, untilLock: 10n }
    expect(limitBeyond(both, signed(8n), losing(2n))).toBeUndefined()
    expect(limitBeyond(both, signed(8n), losing(3n))).toBe('trade')
    expect(limitBeyond(both, signed(8n), losing(2n, 1n))).toBe('untilLock')
    expect(limitBeyond({ untilLock: 10n }, signed(8n), losing(3n))).toBe('untilLock')
    expect(limitBeyond({}, signed(8n), losing(2n ** 64n))).toBeUndefined()
    expect(limitBeyond({ trade: 0n }, signed(0n), losing(1n))).toBe('trade')
  })

  it('let no sale of a token without a price pass, at any values', () => {
    for (const limits of [{ trade: 2n }, { untilLock: 2n }, {}]) {
      expect(limitBeyond(limits, signed(0n), { ...losing(0n), unpriced: 1 })).toBe('unpriced')
      expect(limitBeyond(limits, signed(0n), losing(1n))).toBeUndefined()
    }
  })

  it('are looser than others exactly if they let something more pass', () => {
    const passes = (of: SignerLimits, lamports: bigint) => limitBeyond(of, signed(0n), losing(lamports)) === undefined
    fc.assert(
      fc.property(limits, limits, amount, (before, next, lamports) => {
        if (isLaxer(next, before)) return
        if (!passes(before, lamports)) expect(passes(next, lamports)).toBe(false)
      }),
    )
    expect(isLaxer({ trade: 1n }, { trade: 1n, untilLock: 1n })).toBe(true)
    expect(isLaxer({ trade: 2n, untilLock: 1n }, { trade: 1n, untilLock: 1n })).toBe(true)
    expect(isLaxer({ trade: 1n, untilLock: 1n }, { trade: 1n })).toBe(false)
  })

  it('are read as they were written, and any other text gives the standard limits', () => {
    fc.assert(
      fc.property(limits, one => {
        expect(parseSignerLimits(formatSignerLimits(one))).toEqual(one)
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), text => {
        expect(parseSignerLimits(text)).toEqual(standardSignerLimits)
      }),
    )
    for (const text of ['1', '1 2 3', '-1 any', '1e3 1', ' 1 2', `1 ${10n ** 19n}`])
      expect(parseSignerLimits(text)).toEqual(standardSignerLimits)
    expect(parseSignerLimits('any 0')).toEqual({ untilLock: 0n })
  })
})
