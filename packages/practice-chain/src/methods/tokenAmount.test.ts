import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedTokenAmount, uiTokenAmount } from './tokenAmount.ts'

describe('uiTokenAmount', () => {
  it('writes amounts as a cluster does', () => {
    const text = (amount: bigint, decimals: number) => uiTokenAmount(amount, decimals).uiAmountString
    expect(uiTokenAmount(1_500_000n, 6)).toEqual({
      amount: '1500000',
      decimals: 6,
      uiAmount: 1.5,
      uiAmountString: '1.5',
    })
    expect([text(0n, 6), text(1n, 9), text(10n, 0), text(1_000_000n, 6)]).toEqual(['0', '0.000000001', '10', '1'])
  })

  it('writes a scaled amount, but not in the balances of a transaction', () => {
    const token = { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } } as const
    expect(uiTokenAmount(1_500_000n, token)).toEqual({
      ...{ amount: '1500000', decimals: 6, uiAmount: 15, uiAmountString: '15' },
    })
    expect(storedTokenAmount(1_500_000n, token.decimals)).toMatchObject({ uiAmount: 1.5, uiAmountString: '1.5' })
  })

  it('keeps the exact amount', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        const [whole = '', fraction = ''] = uiTokenAmount(amount, decimals).uiAmountString.split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
        expect(fraction.endsWith('0')).toBe(false)
      }),
    )
  })
})
