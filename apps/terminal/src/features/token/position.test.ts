import type { ActivityRow } from '@tern/server/appRouter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionOf } from './position.ts'

const mint = 'm'

function row(change: bigint, lamports: bigint, over: Partial<ActivityRow> = {}): ActivityRow {
  return {
    signature: 's',
    slot: 1,
    timestampSeconds: 1,
    kind: change > 0n ? 'buy' : 'sell',
    failure: null,
    networkFee: '0',
    lamports: String(lamports),
    rent: '0',
    tokens: [{ mint, decimals: 6, amount: String(change) }],
    trade: {
      protocol: 'pumpfun',
      side: change > 0n ? 'buy' : 'sell',
      mint,
      amountIn: '0',
      amountOut: '0',
      mostIn: null,
      leastOut: null,
    },
    counterparty: null,
    ...over,
  }
}

/** Oldest first, as one reads it. */
const after = (...rows: ActivityRow[]) => positionOf(rows.toReversed(), mint)

describe('a position', () => {
  it('costs what was paid for it, fees counted and rent not', () => {
    expect(after(row(1_000n, -520n, { rent: '20' }))).toEqual({
      held: 1_000n,
      cost: 500n,
      realised: 0n,
      isCostKnown: true,
    })
  })

  it('realises what a sale brings beyond the average cost of what was sold', () => {
    expect(after(row(1_000n, -500n), row(1_000n, -700n), row(-500n, 400n))).toEqual({
      held: 1_500n,
      cost: 900n,
      realised: 100n,
      isCostKnown: true,
    })
  })

  it('does not know what a gift cost, until all of it is gone', () => {
    const gift = row(10n, 0n, { kind: 'deposit', trade: null })
    expect(after(row(10n, -5n), gift).isCostKnown).toBe(false)
    expect(after(gift, row(-10n, 5n), row(4n, -2n))).toMatchObject({ held: 4n, cost: 2n, isCostKnown: true })
  })

  it('is not moved by what failed, nor by other tokens', () => {
    expect(after(row(10n, -5n, { failure: 'x' })).held).toBe(0n)
    expect(after(row(10n, -5n, { tokens: [{ mint: 'other', decimals: 6, amount: '9' }] })).held).toBe(0n)
  })

  it('loses not a lamport: what came in less what was paid is what is realised once all is sold', () => {
    const amounts = fc.array(
      fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 1n, max: 10n ** 12n })),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 10n ** 12n }), (bought, proceeds) => {
        const paid = bought.reduce((sum, [, lamports]) => sum + lamports, 0n)
        const held = bought.reduce((sum, [amount]) => sum + amount, 0n)
        const half = held / 2n
        const sales = half === 0n ? [row(-held, proceeds)] : [row(-half, proceeds), row(half - held, proceeds)]
        const end = after(...bought.map(([amount, lamports]) => row(amount, -lamports)), ...sales)
        expect(end).toEqual({
          held: 0n,
          cost: 0n,
          realised: proceeds * BigInt(sales.length) - paid,
          isCostKnown: true,
        })
      }),
    )
  })
})
