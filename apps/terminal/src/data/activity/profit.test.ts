import type { Address } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feesOf, profitOf } from './profit.ts'
import type { Entry } from './useActivity.ts'

const mint = 'kite' as Address

function entry(amount: bigint, lamports: bigint, over: Partial<Entry> = {}): Entry {
  const side = amount > 0n ? 'buy' : 'sell'
  const size = amount > 0n ? amount : -amount
  return {
    signature: 's',
    slot: 1,
    timestampSeconds: 1,
    kind: side,
    failure: null,
    networkFee: 5_000n,
    lamports,
    rent: 0n,
    tokens: [{ mint, decimals: 6, amount }],
    trade: {
      protocol: 'pumpfun',
      side,
      mint,
      amountIn: side === 'buy' ? -lamports : size,
      amountOut: side === 'buy' ? size : lamports,
      maxIn: null,
      minOut: null,
    },
    tip: null,
    tradeFee: 0n,
    counterparty: null,
    ...over,
  }
}
const moved = (amount: bigint) => entry(amount, -5_000n, { trade: null, kind: amount > 0n ? 'deposit' : 'withdrawal' })
/** Takes entries oldest first, unlike `profitOf`. */
const after = (...entries: Entry[]) => profitOf(entries.toReversed())
const position = (...entries: Entry[]) => after(...entries).positions.get(mint)

describe('a position', () => {
  it('costs the payment, with fees and without rent', () => {
    expect(position(entry(1_000n, -520n, { rent: 20n }))).toMatchObject({ bought: 1_000n, cost: 500n, realised: 0n })
  })

  it('is sold at its average cost', () => {
    const bought = [entry(1_000n, -500n), entry(1_000n, -1_000n)]
    expect(position(...bought, entry(-500n, 600n))).toMatchObject({ bought: 1_500n, cost: 1_125n, realised: 225n })
  })

  it('keeps no cost when all of it is sold', () => {
    const thirds = [entry(3n, -10n), entry(-1n, 5n), entry(-1n, 5n), entry(-1n, 5n)]
    expect(position(...thirds)).toMatchObject({ bought: 0n, cost: 0n, realised: 5n })
  })

  it('ignores a failed transaction', () => {
    const failed = entry(-1_000n, 9_000n, { failure: 'The price moved beyond the slippage limit' })
    expect(position(entry(1_000n, -500n), failed)).toMatchObject({ bought: 1_000n, realised: 0n })
  })

  it('loses the cost of tokens that are sent away', () => {
    const { positions, sentAway } = after(entry(1_000n, -500n), moved(-400n))
    expect(positions.get(mint)).toMatchObject({ bought: 600n, cost: 300n, realised: 0n })
    expect(sentAway).toBe(200n)
  })

  it('makes no profit from tokens of unknown cost', () => {
    const { positions, sales, unmatched, proceeds } = after(moved(1_000n), entry(-1_000n, 700n))
    expect([...positions.values()].reduce((sum, { realised }) => sum + realised, 0n)).toBe(0n)
    expect([sales, unmatched, proceeds]).toEqual([[], 700n, 0n])
    const mixed = after(entry(100n, -50n), moved(300n), entry(-400n, 400n))
    expect(mixed.positions.get(mint)).toMatchObject({ bought: 0n, cost: 0n, realised: 50n })
    expect(mixed.unmatched).toBe(300n)
  })
})

describe('for any trades', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('buy' as const), amount: amounts, lamports: amounts }),
    fc.record({ kind: fc.constant('sell' as const), ppm: fc.integer({ min: 1, max: 1_000_000 }), lamports: amounts }),
  )

  it('realised plus unrealised profit is proceeds minus payments plus the value of the tokens left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), amounts, (steps, price) => {
        let held = 0n
        let [bought, sold] = [0n, 0n]
        const entries = steps.flatMap(one => {
          if (one.kind === 'buy') {
            held += one.amount
            bought += one.lamports
            return [entry(one.amount, -one.lamports)]
          }
          const amount = (held * BigInt(one.ppm)) / 1_000_000n
          if (amount === 0n) return []
          held -= amount
          sold += one.lamports
          return [entry(-amount, one.lamports)]
        })
        const { positions, sales, paid, proceeds, unmatched } = after(...entries)
        const left = positions.get(mint) ?? { bought: 0n, cost: 0n, realised: 0n }
        const value = left.bought * price
        expect(left.realised + (value - left.cost)).toBe(sold - bought + value)
        expect([left.bought, paid, proceeds, unmatched]).toEqual([held, bought, sold, 0n])
        expect(sales.reduce((sum, { realised }) => sum + realised, 0n)).toBe(left.realised)
      }),
    )
  })

  it('the same holds if tokens also come and go without a trade', () => {
    const move = fc.record({
      kind: fc.constant('move' as const),
      amount: fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }),
    })
    const any = fc.array(fc.oneof(step, move), { maxLength: 30 })
    fc.assert(
      fc.property(any, amounts, (steps, price) => {
        const entries = steps.flatMap(one => {
          if (one.kind === 'move') return one.amount === 0n ? [] : [moved(one.amount)]
          return [one.kind === 'buy' ? entry(one.amount, -one.lamports) : entry(-BigInt(one.ppm), one.lamports)]
        })
        const { positions, paid, proceeds, sentAway, unmatched } = after(...entries)
        const left = positions.get(mint) ?? { bought: 0n, cost: 0n, realised: 0n }
        const value = left.bought * price
        expect(left.realised + (value - left.cost)).toBe(proceeds - paid + sentAway + value)
        expect(proceeds + unmatched).toBe(
          steps.reduce((sum, one) => (one.kind === 'sell' ? sum + one.lamports : sum), 0n),
        )
        expect(left.bought >= 0n && (left.bought > 0n || left.cost === 0n)).toBe(true)
      }),
    )
  })
})

describe('the fees of a transaction', () => {
  it('are, for a trade, the wallet’s change beyond the venue’s amount', () => {
    const buy = entry(1_000n, -1_050n, { rent: 20n })
    expect(feesOf({ ...buy, trade: buy.trade && { ...buy.trade, amountIn: 1_000n } })).toBe(30n)
    const sell = entry(-1_000n, 970n)
    expect(feesOf({ ...sell, trade: sell.trade && { ...sell.trade, amountOut: 1_000n } })).toBe(30n)
  })

  it('are, for any other transaction, the network’s fee', () => {
    expect(feesOf(moved(5n))).toBe(5_000n)
    expect(feesOf(entry(1n, -5_000n, { failure: 'why' }))).toBe(5_000n)
  })
})
