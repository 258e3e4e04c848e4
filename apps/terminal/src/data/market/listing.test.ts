import { wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { unscaled } from '../../text/numberText.ts'
import { ownSymbol, parseListing, solPerToken, worthLamports } from './listing.ts'

describe('a listing', () => {
  const row = {
    mint: 'm',
    symbol: 'KITE',
    name: 'Kite Club',
    decimals: 6,
    scale: null,
    program: 'p',
    picture: null,
    description: null,
    protocol: 'raydium_cpmm',
    pool: 'q',
    createdAtSeconds: null,
    opensAtSeconds: null,
    price: { numerator: '3', denominator: '2000' },
    curve: null,
    mintAuthority: null,
    freezeAuthority: null,
    transferFeeBps: null,
    supply: '1000000000000000',
    liquidityLamports: null,
    volume5mLamports: '18446744073709551615',
    volume24hLamports: '0',
    buys5m: 1,
    sells5m: 2,
    change5mBps: null,
    change24hBps: -12,
  }

  it('has bigint amounts, exact beyond 2^53, and keeps unknown values unknown', () => {
    const listing = parseListing(row)
    expect(listing.volume5mLamports).toBe(18446744073709551615n)
    expect(listing.liquidityLamports).toBeNull()
    expect(listing.supply).toBe(10n ** 15n)
  })

  it('replaces a coin’s name on a token of another mint', () => {
    const mint = '5xQmLnzVnBtmzYzSrXb1eJSW4tq7dY5wdTwJTYvw9aTe'
    const listing = parseListing({ ...row, mint, symbol: 'S0L' })
    expect(listing.symbol).toBe('5xQm…9aTe')
    expect(listing.posesAs).toEqual({ symbol: 'S0L', coin: { symbol: 'SOL', mint: wrappedNativeMint } })
    expect(ownSymbol(listing)).toBe('S0L')
    const honest = parseListing({ ...row, mint })
    expect(honest).not.toHaveProperty('posesAs')
    expect([honest.symbol, ownSymbol(honest)]).toEqual(['KITE', 'KITE'])
  })

  it('prices whole tokens in SOL', () => {
    const { numerator, denominator } = solPerToken(row.price, unscaled(row.decimals))
    // 0.0015 lamports for a raw unit × 10^6 raw units = 1,500 lamports for a token
    expect(numerator * 10n ** 9n).toBe(denominator * 1500n)
  })

  it('prices a scaled token as it is shown, so that price times shown amount is the value', () => {
    const scale = { kind: 'scaled', multiplier: 10 } as const
    const { price, supply, ...scaled } = parseListing({ ...row, scale: { ...scale, multiplier: '10' } })
    // A token of the mint costs 1,500 lamports and is shown as ten.
    expect(price && price.numerator * 10n ** 9n).toBe(price && price.denominator * 150n)
    expect(worthLamports(supply, price, scaled)).toBe(worthLamports(supply, parseListing(row).price, unscaled(6)))
    const odd = { decimals: 6, scale: { kind: 'interest', multiplier: Math.exp(0.05) } } as const
    expect(worthLamports(7n * 10n ** 9n, solPerToken(row.price, odd), odd)).toBe(10_500_000n)
  })

  it('has a market cap of supply × price', () => {
    expect(worthLamports(10n ** 15n, solPerToken(row.price, unscaled(6)), unscaled(6))).toBe(1_500_000_000_000n)
    expect(worthLamports(null, solPerToken(row.price, unscaled(6)), unscaled(6))).toBeNull()
  })
})
