import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFunds, largestAmount, type Outlay, requiredFunds } from './funds.ts'

const small = fc.bigInt({ min: 0n, max: 10n ** 7n })
const outlays: fc.Arbitrary<Outlay> = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    sum: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    priorityFee: small,
    tip: small,
    settlement: fc.constantFrom('wrapped', 'lamports'),
    rent: fc.constantFrom(0n, 2_039_280n, 2_074_080n, 2_157_600n, 4_000_000n),
    isFeePaid: fc.boolean(),
  })
  .map(({ side, sum, isFeePaid, ...rest }) => ({
    ...rest,
    side,
    amount: side === 'buy' ? sum : 0n,
    tradeFee: isFeePaid ? sum / 100n : 0n,
    proceeds: side === 'buy' ? 0n : sum - sum / 50n,
  }))
const balances = fc.bigInt({ min: 0n, max: 2n * 10n ** 12n })

/** Applies a trade to the wallet's lamports as the runtime does, step by step, tip first. `undefined`: the runtime refuses it. */
function run(balance: bigint, outlay: Outlay): bigint | undefined {
  const wrapped = outlay.settlement === 'wrapped' ? 2_039_280n + 10n : 0n
  let wallet = balance - 5000n - outlay.priorityFee
  if (wallet < 890_880n && wallet !== 0n) return undefined
  const steps = [
    -outlay.tip,
    -(outlay.settlement === 'wrapped' ? wrapped + outlay.amount : 0n),
    -outlay.tradeFee,
    -outlay.rent,
    outlay.settlement === 'wrapped' ? 0n : -outlay.amount + outlay.proceeds,
    outlay.settlement === 'wrapped' ? wrapped + outlay.proceeds : 0n,
  ]
  for (const step of steps) {
    wallet += step
    if (wallet < 0n) return undefined
  }
  return wallet === 0n || wallet >= 890_880n ? wallet : undefined
}

/** Computes the specification's sum. */
function agreed({ side, amount, tradeFee, priorityFee, tip }: Outlay): bigint {
  return side === 'buy'
    ? amount + tradeFee + priorityFee + tip + 2_039_280n + 50_000n
    : tradeFee + priorityFee + tip + 50_000n + 5000n
}

describe('funds', () => {
  it('accepts exactly the balances that the specification and the runtime both accept', () => {
    const near = fc.tuple(outlays, balances, fc.bigInt({ min: -3n, max: 3n }), fc.boolean())
    fc.assert(
      fc.property(near, ([outlay, anywhere, offset, isNear]) => {
        const balance = isNear ? requiredFunds(outlay) + offset : anywhere
        // A sell may bring more than its minimum. A buy brings no lamports and takes its exact amount.
        const proceeds = outlay.side === 'buy' ? [0n] : [outlay.proceeds, outlay.proceeds + 1n]
        const runs = proceeds.every(one => run(balance, { ...outlay, proceeds: one }) !== undefined)
        const expected = balance >= agreed(outlay) && runs
        expect(checkFunds(balance, outlay) === 'ok').toBe(expected)
      }),
      { numRuns: 5000 },
    )
  })

  it('lets a seller end with 0 lamports only if the output cannot exceed the minimum', () => {
    const costs = { amount: 0n, tradeFee: 0n, priorityFee: 0n, tip: 0n, proceeds: 0n }
    const sell: Outlay = { ...costs, side: 'sell', settlement: 'lamports', rent: 2_039_280n }
    expect(run(2_044_280n, sell)).toBe(0n)
    expect(run(2_044_280n, { ...sell, proceeds: 1n })).toBeUndefined()
    expect(checkFunds(2_044_280n, sell)).toBe('trade/notEnoughToPayTradeFee')
    expect(checkFunds(requiredFunds(sell), sell)).toBe('ok')
  })

  it('is covered by the required sum and by every larger balance', () => {
    fc.assert(
      fc.property(outlays, balances, (outlay, more) => {
        expect(checkFunds(requiredFunds(outlay) + more, outlay)).toBe('ok')
      }),
    )
  })

  it('names the error of a buyer and of a seller', () => {
    const none = {
      amount: 0n,
      tradeFee: 0n,
      priorityFee: 0n,
      tip: 0n,
      rent: 0n,
      proceeds: 0n,
    }
    expect(checkFunds(0n, { ...none, side: 'buy', settlement: 'wrapped' })).toBe('trade/notEnoughToBuy')
    expect(checkFunds(0n, { ...none, side: 'sell', settlement: 'wrapped' })).toBe('trade/notEnoughToPayTradeFee')
  })

  it('finds the largest amount: it is covered, one lamport more is not', () => {
    fc.assert(
      fc.property(outlays, balances, (template, balance) => {
        const outlayOf = (amount: bigint): Outlay => ({
          ...template,
          side: 'buy',
          amount,
          tradeFee: template.tradeFee === 0n ? 0n : amount / 100n,
          proceeds: 0n,
        })
        const largest = largestAmount(balance, outlayOf)
        expect(requiredFunds(outlayOf(largest + 1n))).toBeGreaterThan(balance)
        if (largest > 0n) expect(checkFunds(balance, outlayOf(largest))).toBe('ok')
      }),
    )
  })
})
