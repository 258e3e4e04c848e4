import { type Address, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '../activity/useActivity.ts'
import { feesEarned } from './feesEarned.ts'

const [kite, lpMint] = ['kite', 'lp'] as Address[] as [Address, Address]
const tokens = [
  { mint: wrappedNativeMint, decimals: 9, program: kite },
  { mint: kite, decimals: 6, program: kite },
] as const
const lpToken = { mint: lpMint, decimals: 9, program: kite }
const poolOf = (reserves: readonly [bigint, bigint], lpSupply: bigint) => ({ tokens, lpToken, reserves, lpSupply })

/** A transaction that moves lamports and tokens, pays a rent of 2 and a fee of 5. */
const entry = (lamports: bigint, amount: bigint, lp: bigint, failure: string | null = null): Entry =>
  ({
    ...{ signature: '', slot: 1, timestampSeconds: 1, kind: 'other', failure, trade: null, tip: null, tradeFee: 0n },
    ...{ networkFee: 5n, rent: 2n, lamports: lamports - 7n, counterparty: null },
    tokens: [
      { mint: kite, decimals: 6, amount },
      { mint: lpMint, decimals: 9, amount: lp },
    ].filter(one => one.amount !== 0n),
  }) as Entry

it('is the part of the share that the reserves’ root has grown by, in both tokens', () => {
  // 1% of a pool of 10,000 and 40,000. Trades bring it to 12,000 and 34,680: the root grows from 20,000 to 20,400, by 2%.
  const deposit = entry(-100n, -400n, 200n)
  expect(feesEarned(poolOf([12_000n, 34_680n], 20_000n), [deposit], 200n)).toEqual([2n, 6n])
  // A price move alone brings nothing.
  expect(feesEarned(poolOf([20_000n, 20_000n], 20_000n), [deposit], 200n)).toEqual([0n, 0n])
})

it('stays with the rest after a withdrawal, and adds up over deposits', () => {
  const entries = [entry(60n, 173n, -100n), entry(-100n, -400n, 200n)]
  expect(feesEarned(poolOf([12_000n, 34_680n], 20_000n), entries, 100n)).toEqual([1n, 3n])
  const twice = [entry(-120n, -346n, 200n), entry(-100n, -400n, 200n)]
  const [sol] = feesEarned(poolOf([1_200_000n, 3_468_000n], 2_000_000n), twice, 400n) ?? expect.fail()
  expect(sol).toBeGreaterThanOrEqual(0n)
})

it('is not known for LP tokens that were sent to the wallet, or that are not all accounted for', () => {
  const pool = poolOf([10_000n, 40_000n], 20_000n)
  expect(feesEarned(pool, [entry(0n, 0n, 200n)], 200n)).toBeUndefined()
  expect(feesEarned(pool, [entry(-100n, -400n, 200n)], 300n)).toBeUndefined()
  expect(feesEarned(pool, [entry(10n, 10n, -200n)], 0n)).toBeUndefined()
  expect(feesEarned(pool, [], 0n)).toBeUndefined()
})

it('does not count a failed deposit', () => {
  const entries = [entry(-100n, -400n, 200n, 'it failed'), entry(-100n, -400n, 200n)]
  expect(feesEarned(poolOf([10_000n, 40_000n], 20_000n), entries, 200n)).toEqual([0n, 0n])
})

it('is never more than the share itself', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 50n })
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, (sol, kites, reserve0, reserve1, lp) => {
      const supply = lp * 3n
      const fees = feesEarned(poolOf([reserve0, reserve1], supply), [entry(-sol, -kites, lp)], lp) ?? expect.fail()
      expect(fees[0] >= 0n && fees[0] <= (reserve0 * lp) / supply).toBe(true)
      expect(fees[1] >= 0n && fees[1] <= (reserve1 * lp) / supply).toBe(true)
    }),
  )
})
