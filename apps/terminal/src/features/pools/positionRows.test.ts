import type { LiquidityPosition } from '@tern/client'
import { type Address, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../data/activity/useActivity.ts'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import { positionRows, sumOf } from './positionRows.ts'

const [kite, helm, lp] = ['kite', 'helm', 'lp'].map(name => name.padEnd(32, '1')) as [Address, Address, Address]

interface Held {
  readonly mints?: readonly [Address, Address]
  readonly reserves?: readonly [bigint, bigint]
  readonly transferFee?: bigint
  readonly address?: string
}

/** 200 of 20,000 LP tokens: a hundredth of the pool. */
function held({ mints = [wrappedNativeMint, kite], reserves = [12_000n, 34_680n], ...rest }: Held = {}) {
  const { transferFee = 0n, address = 'pool' } = rest
  const tokens = mints.map(mint => ({ mint, decimals: 6, program: mint }))
  const pool = { address, tokens, lpToken: { mint: lp }, reserves, lpSupply: 20_000n }
  const amounts = [{ transferFee }, { transferFee: 0n }]
  return { pool, lpAmount: 200n, sharePpm: 10_000, amounts } as unknown as LiquidityPosition
}

const listed = (change: Partial<ListedPool> = {}) =>
  new Map([
    ['pool', { address: 'pool', pair: 'KITE/SOL', tokens: [], feePpm: 2_500, ...change } as unknown as ListedPool],
  ])

/** The deposit of 100 lamports and 400 tokens for the 200 LP tokens. */
const deposit = {
  ...{ signature: '', slot: 1, failure: null, networkFee: 0n, rent: 0n, lamports: -100n },
  tokens: [
    { mint: kite, decimals: 6, amount: -400n },
    { mint: lp, decimals: 9, amount: 200n },
  ],
} as unknown as Entry
const whole = { entries: [deposit], isBehind: false }
const rowOf = (position = held(), read: Parameters<typeof positionRows>[1]['read'] = whole, pools = listed()) =>
  positionRows([position], { listed: pools, read, window: 'day' })[0] ?? expect.fail('no row')

describe('a position', () => {
  it('is worth twice its SOL, and names the fees in it', () => {
    const row = rowOf()
    expect(row).toMatchObject({ pair: 'KITE/SOL', feePpm: 2_500, value: 240n })
    expect(row.share).toEqual({ numerator: 200n, denominator: 20_000n })
    // The reserves' root has grown from 20,000 to 20,400: 2 of the share's 120 lamports, and as much in tokens.
    expect(row.fees).toBe(4n)
  })

  it('against another token is worth its part of the pool’s value', () => {
    const position = held({ mints: [helm, kite] })
    expect(rowOf(position, whole, listed({ tvlLamports: 5_000n })).value).toBe(50n)
    expect(rowOf(position, whole, listed({ tvlLamports: null }))).toMatchObject({ value: null, fees: null })
  })

  it('waits for the wallet’s transactions', () => {
    expect(rowOf(held(), { entries: undefined, isBehind: false }).fees).toBeUndefined()
    expect(rowOf(held(), { entries: [], isBehind: true }).fees).toBeUndefined()
    expect(rowOf(held(), { entries: [], isBehind: false }).fees).toBeNull()
  })

  it('of a token with a transfer fee has unknown fees', () => {
    expect(rowOf(held({ transferFee: 1n })).fees).toBeNull()
  })

  it('in a pool that the server does not list is named by its mints', () => {
    const row = rowOf(held(), whole, new Map())
    expect(row).toMatchObject({ address: 'pool', feePpm: null, value: 240n, aprBps: null })
    expect(row.pair).toMatch(/^kite.*….*\/SOL$/)
  })

  it('has no APR without trades in the period', () => {
    const day = { volumeLamports: 1n, feeLamports: 1n, aprBps: 1_234 }
    expect(rowOf(held(), whole, listed({ day })).aprBps).toBe(1_234)
    expect(rowOf(held(), whole, listed({ day: null })).aprBps).toBe(0)
  })
})

it('the largest position comes first', () => {
  const small = held({ reserves: [100n, 100n], address: 'small' })
  const rows = positionRows([small, held()], { listed: listed(), read: whole, window: 'day' })
  expect(rows.map(({ address }) => address)).toEqual(['pool', 'small'])
})

it('a sum leaves out unknown amounts, and waits for loading amounts', () => {
  expect(sumOf([1n, null, 2n])).toBe(3n)
  expect(sumOf([null])).toBeNull()
  expect(sumOf([1n, undefined])).toBeUndefined()
})
