import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import type { LpPool } from '../../data/liquidity/lpPools.ts'
import { inSol, unscaled } from '../../text/numberText.ts'
import { liquidityRows } from './liquidityRows.ts'

const [lp, other, kite] = ['lp', 'other', 'kite'] as Address[] as [Address, Address, Address]
const poolOf = (tvlLamports: bigint | null): LpPool => ({
  pool: { tvlLamports, pair: 'KITE/SOL' } as ListedPool,
  lpSupply: 1_000n,
  reserves: [
    { ...unscaled(6), symbol: 'KITE', amount: 5_000n },
    { ...inSol, symbol: 'SOL', amount: 333n },
  ],
})

it('is each held LP token’s part of its pool, rounded down, the largest first', () => {
  const held = new Map([
    [kite, 9n],
    [lp, 10n],
    [other, 100n],
  ])
  const rows = liquidityRows(
    held,
    new Map([
      [lp, poolOf(20_000n)],
      [other, poolOf(30_000n)],
    ]),
    new Map(),
  )
  expect(rows.map(({ value, unrealised }) => [value, unrealised])).toEqual([
    [3_000n, null],
    [200n, null],
  ])
  expect(rows[1]?.amounts?.map(({ amount }) => amount)).toEqual([50n, 3n])
})

it('has no value without a price', () => {
  expect(liquidityRows(new Map([[lp, 1n]]), new Map([[lp, poolOf(null)]]), new Map())[0]?.value).toBeNull()
  expect(liquidityRows(new Map([[lp, 0n]]), new Map([[lp, poolOf(1n)]]), new Map())).toEqual([])
})

it('has a profit if all of it was bought and deposited', () => {
  const token = { mint: kite, decimals: 6, amount: 60n, bought: 60n, cost: 90n }
  const share = { lp: 10n, lamports: 50n, tokens: [token] }
  const profitOf = (lpHeld: bigint, shares: Parameters<typeof liquidityRows>[2]) =>
    liquidityRows(new Map([[lp, lpHeld]]), new Map([[lp, poolOf(20_000n)]]), shares)[0]?.unrealised
  expect(profitOf(10n, new Map([[lp, share]]))).toBe(200n - 50n - 90n)
  expect(profitOf(10n, new Map([[lp, { ...share, tokens: [{ ...token, bought: 59n }] }]]))).toBeNull()
  // A part of the LP tokens came from another wallet.
  expect(profitOf(11n, new Map([[lp, share]]))).toBeNull()
})
