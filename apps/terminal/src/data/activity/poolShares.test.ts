import type { Address } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf } from './poolShares.ts'
import { profitOf } from './profit.ts'
import type { Entry } from './useActivity.ts'

const [kite, blue, lpMint] = ['kite', 'blue', 'lp'] as Address[] as [Address, Address, Address]
const change = (mint: Address, amount: bigint) => ({ mint, decimals: 6, amount })
const moved = (lamports: bigint, tokens: Entry['tokens'], over: Partial<Entry> = {}): Entry => ({
  ...{ signature: 's', slot: 1, timestampSeconds: 1, kind: 'other', failure: null, trade: null, tip: null },
  ...{ networkFee: 5n, rent: 0n, tradeFee: 0n, counterparty: null },
  ...{ lamports, tokens, ...over },
})
/** A trade of KITE for lamports. */
const trade = (amount: bigint, lamports: bigint): Entry =>
  moved(lamports, [change(kite, amount)], {
    trade: {
      ...{ protocol: 'raydium_cpmm', side: amount > 0n ? 'buy' : 'sell', mint: kite },
      ...{ amountIn: 1n, amountOut: 1n, maxIn: null, minOut: null },
    },
  })
/** A deposit or a withdrawal. Positive amounts arrive in the wallet. */
const liquidity = (lp: bigint, lamports: bigint, ...tokens: Entry['tokens']): Entry =>
  moved(lamports, [...tokens, change(lpMint, lp)], {
    kind: lp > 0n ? 'addLiquidity' : 'removeLiquidity',
    liquidity: { pool: 'pool' as Address, sides: [], share: change(lpMint, lp) },
  })
const inSol = (lp: bigint, lamports: bigint, kites: bigint) => liquidity(lp, lamports, change(kite, kites))

/** Takes entries oldest first, unlike `profitOf`. */
function after(...entries: Entry[]) {
  const { positions, shares, sales, sentAway } = profitOf(entries.toReversed())
  const { bought, cost, realised } = positions.get(kite) ?? expect.fail('no position')
  const share = shares.get(lpMint)
  return { held: [bought, cost, realised], share, cost: share && costOf(share), sales: sales.length, sentAway }
}

const bought = trade(1_000n, -500n)
const deposited = inSol(100n, -310n, -600n)

describe('tokens in a pool against SOL', () => {
  it('are still the wallet’s, and take their cost along', () => {
    const { held, share, cost, sales, sentAway } = after(bought, deposited)
    expect(held).toEqual([400n, 200n, 0n])
    expect(share).toEqual({ lp: 100n, lamports: 310n, tokens: [{ ...change(kite, 600n), bought: 600n, cost: 300n }] })
    expect([cost, sales, sentAway]).toEqual([610n, 0, 0n])
  })

  it('come back with their cost if the price has not moved', () => {
    expect(after(bought, deposited, inSol(-100n, 310n, 600n)).held).toEqual([1_000n, 500n, 0n])
    expect(after(bought, deposited, inSol(-50n, 155n, 300n))).toMatchObject({ held: [700n, 350n, 0n], cost: 305n })
    // The account of the LP tokens is opened and closed again.
    const opening = { ...deposited, lamports: -330n, rent: 20n }
    const closing = { ...inSol(-100n, 330n, 600n), rent: -20n }
    expect(after(bought, opening)).toMatchObject({ cost: 610n })
    expect(after(bought, opening, closing).held).toEqual([1_000n, 500n, 0n])
  })

  it('were sold by the pool if fewer come back: for the SOL that came on top', () => {
    // 200 of the 600 are gone, with a cost of 100, and brought 150 lamports.
    const { held, sales, share } = after(bought, deposited, inSol(-100n, 460n, 400n))
    expect([held, sales, share?.lp]).toEqual([[800n, 400n, 50n], 1, 0n])
  })

  it('were bought by the pool if more come back: for the SOL that is missing', () => {
    expect(after(bought, deposited, inSol(-100n, 210n, 850n))).toMatchObject({ held: [1_250n, 600n, 0n], sales: 0 })
  })

  it('earn fees in both if more of both comes back', () => {
    expect(after(bought, deposited, inSol(-100n, 330n, 610n))).toMatchObject({ held: [1_010n, 500n, 20n], sales: 1 })
    // Nothing but the network's fee.
    expect(after(bought, deposited, inSol(-100n, 305n, 600n)).held).toEqual([1_000n, 500n, -5n])
  })

  it('have no known cost if they were not bought, and make a profit only with SOL', () => {
    const { held, share, cost } = after(trade(100n, -50n), inSol(100n, -310n, -600n))
    expect([held, share?.tokens[0]?.bought, cost]).toEqual([[0n, 0n, 0n], 100n, null])
    const back = after(trade(100n, -50n), inSol(100n, -310n, -600n), inSol(-100n, 310n, 600n))
    expect(back.held).toEqual([100n, 50n, 0n])
  })

  it('have no known cost if the LP tokens were sent to the wallet', () => {
    expect(after(bought, inSol(-100n, 310n, 600n)).held).toEqual([1_000n, 500n, 0n])
    // A half of the LP tokens is from a known deposit, so a half of what comes back is, too.
    expect(after(bought, deposited, inSol(-200n, 620n, 1_200n)).held).toEqual([1_000n, 500n, 0n])
  })

  it('are sent away with their LP tokens', () => {
    const { share, sentAway } = after(bought, deposited, moved(-5n, [change(lpMint, -50n)]))
    expect([share?.lp, sentAway]).toEqual([50n, 305n])
  })

  it('stay where they are if a deposit fails', () => {
    expect(after(bought, { ...deposited, failure: 'why' })).toMatchObject({
      held: [1_000n, 500n, 0n],
      share: undefined,
    })
  })
})

it('each token of a pool of two tokens keeps its cost, no matter how much of it comes back', () => {
  const given = liquidity(100n, -5n, change(kite, -600n), change(blue, -70n))
  const { held, share, cost } = after(bought, given)
  expect([held, share?.lamports, cost]).toEqual([[400n, 200n, 0n], 0n, null])
  expect(after(bought, given, liquidity(-100n, -5n, change(kite, 500n), change(blue, 80n))).held).toEqual([
    ...[900n, 500n, 0n],
  ])
  // The pool has sold all of it for the other token, and its cost with it.
  const gone = after(bought, given, liquidity(-100n, -5n, change(blue, 160n)))
  expect([gone.held, gone.sentAway]).toEqual([[400n, 200n, 0n], 300n])
})

it('after any trades and changes of liquidity, no lamport is lost', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
  const ppm = fc.bigInt({ min: 0n, max: 2_000_000n })
  const step = fc.record({
    kind: fc.constantFrom('buy', 'sell', 'deposit', 'withdraw', 'send'),
    amount,
    ppm,
    other: ppm,
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      let [held, inPool, lamportsInPool, lp] = [0n, 0n, 0n, 0n]
      let sent = 0n
      const entries = steps.flatMap(one => {
        const part = (whole: bigint) => (whole * (one.ppm % 1_000_001n)) / 1_000_000n
        switch (one.kind) {
          case 'buy':
            held += one.amount
            return [trade(one.amount, -one.amount * 3n)]
          case 'sell': {
            const given = part(held)
            held -= given
            return given === 0n ? [] : [trade(-given, one.amount)]
          }
          case 'deposit': {
            const given = part(held)
            if (given === 0n) return []
            ;[held, inPool, lamportsInPool, lp] = [
              held - given,
              inPool + given,
              lamportsInPool + one.amount,
              lp + given,
            ]
            return [inSol(given, -one.amount, -given)]
          }
          case 'send': {
            const given = part(lp)
            if (given === 0n) return []
            lp -= given
            sent++
            return [moved(0n, [change(lpMint, -given)])]
          }
          default: {
            const given = part(lp)
            if (given === 0n) return []
            // The price has moved in either direction, and fees were earned.
            const [kites, lamports] = [(inPool * one.ppm) / 1_000_000n, (lamportsInPool * one.other) / 1_000_000n]
            ;[held, inPool, lamportsInPool, lp] = [held + kites, inPool - inPool / 2n, lamportsInPool / 2n, lp - given]
            return [inSol(-given, lamports, kites)]
          }
        }
      })
      const { positions, shares, sales, paid, proceeds, sentAway, unmatched } = profitOf(entries.toReversed())
      const left = positions.get(kite) ?? { bought: 0n, cost: 0n, realised: 0n }
      const share = shares.get(lpMint) ?? { lp: 0n, lamports: 0n, tokens: [] }
      const cost = share.tokens.reduce((sum, token) => sum + token.cost, share.lamports)
      expect(left.realised - left.cost - cost).toBe(proceeds - paid + sentAway - share.lamports)
      expect(share.lp).toBe(lp)
      expect(sales.reduce((sum, { realised }) => sum + realised, 0n)).toBe(left.realised)
      expect(left.bought >= 0n && left.bought <= held && (left.bought > 0n || left.cost === 0n)).toBe(true)
      // LP tokens that are sent away take their lamports along, although no transaction moves these lamports.
      if (sent === 0n)
        expect(proceeds + unmatched - paid - share.lamports).toBe(
          entries.reduce((sum, { lamports }) => sum + lamports, 0n),
        )
    }),
  )
})
