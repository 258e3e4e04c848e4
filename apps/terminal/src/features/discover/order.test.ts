import { type Address, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import { findListings, orderAfter, parseOrder, sortListings } from './order.ts'

const listing = (symbol: string, rest: Partial<Listing> = {}): Listing => ({
  mint: `mint-${symbol}` as Address,
  symbol,
  name: `${symbol} Name`,
  decimals: 6,
  scale: undefined,
  program: 'p' as Address,
  picture: null,
  description: null,
  protocol: 'raydium_cpmm',
  pool: `pool-${symbol}` as Address,
  createdAtSeconds: null,
  opensAtSeconds: null,
  price: null,
  supply: null,
  liquidityLamports: null,
  volume5mLamports: 0n,
  volume24hLamports: 0n,
  buys5m: 0,
  sells5m: 0,
  change5mBps: null,
  change24hBps: null,
  mintAuthority: null,
  freezeAuthority: null,
  transferFeeBps: null,
  curve: null,
  ...rest,
})

const symbols = (listings: readonly Listing[]) => listings.map(one => one.symbol).join(' ')

describe('the order of tokens', () => {
  const rows = [
    listing('B', { volume5mLamports: 2n, change5mBps: -5, createdAtSeconds: 100 }),
    listing('A', { volume5mLamports: 2n ** 60n + 1n, change5mBps: null }),
    listing('C', { volume5mLamports: 2n ** 60n, change5mBps: 7, createdAtSeconds: 200 }),
  ]

  it('follows the column, exact beyond 2^53', () => {
    expect(symbols(sortListings(rows, { column: 'volume5m', direction: 'descending' }))).toBe('A C B')
    expect(symbols(sortListings(rows, { column: 'token', direction: 'ascending' }))).toBe('A B C')
  })

  it('puts unknown values last in both directions', () => {
    expect(symbols(sortListings(rows, { column: 'change5m', direction: 'ascending' }))).toBe('B C A')
    expect(symbols(sortListings(rows, { column: 'change5m', direction: 'descending' }))).toBe('C B A')
  })

  it('has the youngest first when ages ascend', () => {
    expect(symbols(sortListings(rows, { column: 'age', direction: 'ascending' }))).toBe('C B A')
  })

  it('never loses a row', () => {
    const any = fc.array(fc.record({ symbol: fc.string(), volume5mLamports: fc.bigInt() }))
    fc.assert(
      fc.property(any, records => {
        const all = records.map(({ symbol, ...rest }) => listing(symbol, rest))
        expect(new Set(sortListings(all, { column: 'volume5m', direction: 'ascending' }))).toEqual(new Set(all))
      }),
    )
  })
})

describe('finding a token', () => {
  const kite = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' as Address
  const pool = 'CzLSujWBLFsSjncfkh59rUFqvafWcY5tzedWJSuypump' as Address
  const rows = [listing('KITE', { mint: kite }), listing('MOSS', { pool })]

  it.each([
    ['kit', 'KITE'],
    [' moss n', 'MOSS'],
    ['', 'KITE MOSS'],
    [kite, 'KITE'],
    [`CA: ${kite}`, 'KITE'],
    [pool, 'MOSS'],
    [`https://dexscreener.com/solana/${pool}?maker=x`, 'MOSS'],
    [kite.toLowerCase(), ''],
    [wrappedNativeMint, ''],
    [`${kite} ${pool}`, ''],
  ])('%j finds %j', (text, found) => {
    expect(symbols(findListings(rows, text))).toBe(found)
  })
})

it('finds a token that poses as a coin by either symbol', () => {
  const coin = { symbol: 'SOL', mint: wrappedNativeMint }
  const scam = listing('5xQm…9aTe', { posesAs: { symbol: 'S0L', coin } })
  expect(findListings([scam, listing('KITE')], 's0l')).toEqual([scam])
})

describe('the order in a URL', () => {
  it('is read back', () => {
    expect(parseOrder('-price')).toEqual({ column: 'price', direction: 'descending' })
    expect(parseOrder('token')).toEqual({ column: 'token', direction: 'ascending' })
  })

  it('turns when the same heading is pressed again', () => {
    expect(orderAfter(parseOrder('-volume5m'), 'price')).toBe('-price')
    expect(orderAfter(parseOrder('-price'), 'price')).toBe('price')
    expect(orderAfter(parseOrder('price'), 'price')).toBe('-price')
    expect(orderAfter(parseOrder('price'), 'age')).toBe('age')
  })
})
