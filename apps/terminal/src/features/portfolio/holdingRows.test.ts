import { type Address, formatDecimal, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { type Listing, solPerToken } from '../../data/market/listing.ts'
import { inSol } from '../../text/numberText.ts'
import { isDust, listedHoldings, solRow, sortRows, tokenRow, totalOf } from './holdingRows.ts'

const mint = 'KiteMint1111111111111111111111111111111111' as Address
const sol = 1_000_000_000n
/** 0.000002 SOL for a token of 6 decimals: 2,000 lamports. */
const listing = {
  mint,
  symbol: 'KITE',
  name: 'Kite Club',
  decimals: 6,
  picture: '/pictures/kite.svg',
  price: { numerator: 2n, denominator: 1_000_000n },
  change24hBps: 120,
} as Listing
const position = { mint, decimals: 6, bought: 3_000_000n, cost: 4_000n, realised: -70n }
const row = (amount: bigint, known: Partial<Parameters<typeof tokenRow>[2]> = {}) =>
  tokenRow(mint, amount, { listing, unit: undefined, position, proceeds: 10n ** 18n, ...known })

describe('a holding', () => {
  it('is worth its amount at the pool’s price, and its profit is that less its cost', () => {
    expect(row(3_000_000n)).toMatchObject({
      symbol: 'KITE',
      value: 6_000n,
      unrealised: 2_000n,
      unrealisedBps: 5_000,
      realised: -70n,
    })
    const { average } = row(3_000_000n)
    // 4,000 lamports for 3 tokens.
    expect(average && average.numerator * 3n * sol).toBe(average && average.denominator * 4_000n)
  })

  it('is worth no more than a sale of all of it brings, and unknown until that is known', () => {
    expect(row(3_000_000n, { proceeds: 11n })).toMatchObject({ value: 11n, unrealised: 11n - 4_000n })
    expect(row(3_000_000n, { proceeds: 9_000n }).value).toBe(6_000n)
    expect(row(3_000_000n, { proceeds: 0n }).value).toBe(0n)
    // Not read, or the pool buys nothing now.
    for (const proceeds of [undefined, null])
      expect(row(3_000_000n, { proceeds })).toMatchObject({ value: null, unrealised: null })
  })

  it('has no known profit when some of it was not bought', () => {
    expect(row(3_000_001n)).toMatchObject({ value: 6_000n, average: null, unrealised: null, unrealisedBps: null })
    expect(row(3_000_000n, { position: undefined })).toMatchObject({ unrealised: null, realised: null })
  })

  it('of a scaled token has its price and its entry for a shown token, and the same value', () => {
    const scale = { kind: 'scaled', multiplier: 10 } as const
    const listed = { ...listing, scale, price: solPerToken({ numerator: 2n, denominator: 1n }, { decimals: 6, scale }) }
    const scaled = row(3_000_000n, { listing: listed, position: { ...position, cost: 4_000_000n } })
    expect(scaled).toMatchObject({ value: 6_000_000n, unrealised: 2_000_000n, unit: { decimals: 6, scale } })
    // 0.006 SOL for the 30 shown tokens; their cost was 0.004 SOL.
    expect(scaled.price && formatDecimal(scaled.price, { significant: 4 })).toBe('0.0002')
    expect(scaled.average && formatDecimal(scaled.average, { significant: 4 })).toBe('0.0001333')
  })

  it('without a price has an unknown value, never zero', () => {
    const unpriced = row(3_000_000n, { listing: { ...listing, price: null } })
    expect(unpriced).toMatchObject({ value: null, unrealised: null })
    expect(isDust(unpriced)).toBe(false)
    const stranger = row(5n, { listing: undefined, position: undefined, proceeds: undefined })
    expect(stranger).toMatchObject({ symbol: 'Kite…1111', listing: null, unit: null, value: null })
    expect(totalOf([solRow(sol), unpriced, row(3_000_000n)])).toEqual({ lamports: sol + 6_000n, unpriced: 1 })
  })

  it('of wrapped SOL is SOL', () => {
    expect(
      tokenRow(wrappedNativeMint, sol, { listing: undefined, unit: inSol, position: undefined, proceeds: undefined }),
    ).toMatchObject({
      symbol: 'wSOL',
      value: sol,
      price: null,
    })
  })

  it('is dust below 0.0001 SOL', () => {
    expect([solRow(99_999n), solRow(100_000n)].map(isDust)).toEqual([true, false])
  })
})

describe('sorting', () => {
  const rows = [
    { ...row(1_000_000n), symbol: 'B' },
    { ...row(2_000_000n), symbol: 'A', value: null },
    { ...row(3_000_000n), symbol: 'C' },
    { ...row(3_000_000n), symbol: 'A' },
  ]
  const order = (direction: 'ascending' | 'descending') =>
    sortRows(rows, { column: 'value', direction }).map(({ symbol, value }) => `${symbol} ${value}`)

  it('puts unknown values last in both directions', () => {
    expect(order('descending')).toEqual(['A 6000', 'C 6000', 'B 2000', 'A null'])
    expect(order('ascending')).toEqual(['B 2000', 'A 6000', 'C 6000', 'A null'])
  })
})

describe('listed holdings', () => {
  it('exclude dust and have the largest first', () => {
    const dear = { ...row(9_000_000_000_000n), symbol: 'DEAR' }
    const cheap = { ...row(8_000_000_000_000n), symbol: 'CHEAP' }
    const unpriced = { ...row(1n, { listing: { ...listing, price: null } }), symbol: 'NEW' }
    const stranger = row(5n, { listing: undefined, position: undefined, proceeds: undefined })
    const rows = [solRow(sol), cheap, row(1n), stranger, unpriced, dear]
    expect(listedHoldings(rows).map(({ symbol }) => symbol)).toEqual(['DEAR', 'CHEAP', 'NEW'])
  })
})
