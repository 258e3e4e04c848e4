import { type Address, TernError, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import type { Listing } from '../data/market/listing.ts'
import { unscaled } from '../text/numberText.ts'
import { coinNamedBy } from '../text/sameName.ts'
import { findTokens, listTokens, refusalText } from './pickTokens.ts'

const [first, second, pool] = [
  '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  '5xQmLnzVnBtmzYzSrXb1eJSW4tq7dY5wdTwJTYvw9aTe',
] as Address[] as [Address, Address, Address]

const listing = (mint: Address, symbol: string, name: string, volume24hLamports: bigint, pool: Address) =>
  ({
    mint,
    symbol,
    name,
    ...unscaled(6),
    program: mint,
    picture: null,
    pool,
    volume24hLamports,
  }) as Partial<Listing> as Listing
const listings = [listing(first, 'KITE', 'Kite', 1n, pool), listing(second, 'GLOW', 'Skite glow', 9n, second)]
const held = [
  { mint: usdcMint, symbol: 'USDC', ...unscaled(6), amount: 5n },
  { mint: first, symbol: 'KITE', ...unscaled(6), amount: 7n },
  { mint: wrappedNativeMint, symbol: 'WSOL', ...unscaled(9), amount: 1n },
]
const tokens = listTokens({ listings, held, lamports: 3n })
const symbols = (words: string) => findTokens(tokens, words, listings).found.map(({ symbol }) => symbol)

describe('the picker', () => {
  it('lists holdings first, then the busiest', () => {
    expect(tokens.map(({ symbol, held }) => [symbol, held])).toEqual([
      ['SOL', 3n],
      ['USDC', 5n],
      ['KITE', 7n],
      ['GLOW', undefined],
    ])
    const alone = listTokens({ listings, held: [], lamports: undefined })
    expect(alone.map(({ symbol }) => symbol)).toEqual(['SOL', 'GLOW', 'KITE'])
  })

  it('keeps the coin that a token poses as', () => {
    const [coin, fake] = [coinNamedBy('SOL', pool) ?? expect.fail('no coin'), { symbol: '5xQm…9aTe', mint: pool }]
    const posesAs = { symbol: 'SOL', coin }
    const other = { ...listing(first, '7xKX…gAsU', '', 1n, first), posesAs }
    const all = listTokens({
      listings: [other],
      held: [{ ...fake, ...unscaled(6), amount: 1n, posesAs }],
      lamports: 0n,
    })
    expect(all.map(token => token.posesAs?.coin.mint)).toEqual([undefined, wrappedNativeMint, wrappedNativeMint])
  })

  it('finds by symbol, then by name', () => {
    expect(symbols('kite')).toEqual(['KITE', 'GLOW'])
    expect(symbols(' Gl')).toEqual(['GLOW'])
    expect(symbols('zebra')).toEqual([])
    expect(symbols('')).toHaveLength(4)
  })

  it('finds a pasted mint or pool, and names an unlisted mint', () => {
    expect(symbols(`CA: ${first}`)).toEqual(['KITE'])
    expect(symbols(pool)).toEqual(['KITE'])
    expect(findTokens(tokens, usdtMint, listings)).toEqual({ found: [], unknown: usdtMint })
  })
})

describe('a pasted address without a token', () => {
  it.each([
    [
      new TernError('token/accountNotFound', { address: first }),
      '7xKX…gAsU is not a token or a pool: TokenAccountNotFoundError.',
    ],
    [
      new TernError('rpc/unreachable', { method: 'getAccountInfo' }),
      'Could not read 7xKX…gAsU: The node cannot be reached.',
    ],
    [new TypeError('Failed to fetch'), 'Could not read 7xKX…gAsU: The server cannot be reached.'],
  ])('%s', (error, text) => {
    expect(refusalText(error, first)).toBe(text)
  })
})
