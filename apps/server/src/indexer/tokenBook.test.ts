import { type Address, systemProgram, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import type { Trade } from './candle.ts'
import type { Listing } from './listing.ts'
import { createTokenBook } from './tokenBook.ts'

const listing = (symbol: string, createdAtSeconds: number | null = null): Listing => ({
  mint: `mint-${symbol}` as Address,
  pool: `pool-${symbol}` as Address,
  symbol,
  name: symbol,
  decimals: 6,
  program: tokenProgram,
  picture: null,
  description: null,
  uri: null,
  protocol: 'pumpfun',
  createdAtSeconds,
  supply: 1n,
  mintAuthority: null,
  freezeAuthority: null,
  scaling: {},
  transferFeeBps: null,
  creator: null,
})
const trade = (symbol: string, timestampSeconds: number): Trade => ({
  signature: `${symbol} ${timestampSeconds}`,
  tradedIn: `pool-${symbol}`,
  position: 0,
  pool: `pool-${symbol}`,
  slot: timestampSeconds,
  timestampSeconds,
  side: 'buy',
  lamports: 10n,
  tokens: 3n,
  price: { numerator: 10n, denominator: 4n },
  owner: null,
  isFinal: true,
})
const curve = (stage: 'trading' | 'complete', progressPpm: number) => ({ stage, progressPpm, creator: 'c' as Address })

function bookAt(time: { now: number }, max: number) {
  const book = createTokenBook({ readCandles: async () => [] }, { now: () => time.now, max })
  const symbols = () => book.listings().map(({ symbol }) => symbol)
  return { book, symbols }
}

/** The fields of a state that do not matter here. */
const unmoved = {
  protocol: 'pumpfun',
  graduation: undefined,
  finalPrice: undefined,
  scaling: undefined,
  readAtSeconds: 0,
  decimals: 6,
  opensAtSeconds: undefined,
  creator: undefined,
} as const

describe('the list of tokens', () => {
  it('drops the quietest token for a newly launched one, and never a given one', async () => {
    const { book, symbols } = bookAt({ now: 1_000 }, 2)
    await book.add([listing('given', 1)], 'given')
    await book.add([listing('a', 10), listing('b', 20)], 'launched')
    book.count([trade('a', 100)])
    expect(book.hasRoom(19)).toBe(false)
    expect(book.hasRoom(20)).toBe(true)
    const gone = await book.add([listing('c', 30)], 'launched')
    expect(gone.map(({ symbol }) => symbol)).toEqual(['b'])
    expect(symbols()).toEqual(['given', 'a', 'c'])
    expect(book.isListed('mint-b')).toBe(false)
    expect(book.mintOf('pool-b')).toBeUndefined()
  })

  it('keeps a token that is viewed', async () => {
    const time = { now: 50 }
    const { book, symbols } = bookAt(time, 2)
    await book.add([listing('a', 10), listing('b', 20)], 'launched')
    expect(book.get('mint-a')?.symbol).toBe('a')
    await book.add([listing('c', 30)], 'launched')
    expect(symbols()).toEqual(['a', 'c'])
  })

  it('lists a token once, and takes its launch time from the first source that knows it', async () => {
    const { book } = bookAt({ now: 1_000 }, 5)
    await book.add([listing('a')], 'launched')
    await book.add([{ ...listing('a', 70), name: 'another' }], 'launched')
    await book.add([listing('a', 80)], 'launched')
    expect(book.listings()).toMatchObject([{ symbol: 'a', name: 'a', createdAtSeconds: 70 }])
  })

  it('counts a curve’s SOL once and a pool’s twice, and keeps the last price of a pool that stopped trading', async () => {
    const { book } = bookAt({ now: 1_000 }, 5)
    await book.add([listing('a', 10)], 'launched')
    const price = { numerator: 3n, denominator: 7n }
    const row = () => book.get('mint-a')
    expect(row()).toMatchObject({ price: null, liquidityLamports: null, curve: null })
    expect(book.list()).toEqual([])
    book.setState('pool-a' as Address, { ...unmoved, price, nativeLamports: 5n, curve: curve('trading', 250_000) })
    expect(row()).toMatchObject({
      price: { numerator: '3', denominator: '7' },
      liquidityLamports: '5',
      curve: { stage: 'trading', progressPpm: 250_000, creator: 'c' },
    })
    expect(book.list()).toHaveLength(1)
    book.setState('pool-a' as Address, {
      ...unmoved,
      price: undefined,
      nativeLamports: 9n,
      curve: curve('complete', 1_000_000),
    })
    expect(row()).toMatchObject({ price: { numerator: '3', denominator: '7' }, curve: { stage: 'complete' } })
    book.setState('pool-a' as Address, { ...unmoved, price, nativeLamports: 5n, curve: undefined })
    expect(row()).toMatchObject({ liquidityLamports: '10', curve: null })
  })

  it('scales amounts by the multiplier at the chain’s time, and by a new one once it is read', async () => {
    const clock = { now: 1_000 }
    const { book } = bookAt(clock, 5)
    const scaled = (multiplier: number, newMultiplier: number, newMultiplierEffectiveTimestamp: bigint) => ({
      scaledUiAmount: { authority: systemProgram, multiplier, newMultiplier, newMultiplierEffectiveTimestamp },
    })
    await book.add([{ ...listing('a', 10), scaling: scaled(2, 10, 5_000n) }, listing('b', 10)], 'launched')
    const multiplier = () => book.get('mint-a')?.scale
    expect([multiplier(), book.get('mint-b')?.scale]).toEqual([{ kind: 'scaled', multiplier: '2' }, null])
    // The chain's clock is ahead of this machine's.
    const state = { ...unmoved, price: undefined, nativeLamports: 5n, curve: undefined, readAtSeconds: 4_990 }
    book.setState('pool-a' as Address, state)
    clock.now = 1_009
    expect(multiplier()).toEqual({ kind: 'scaled', multiplier: '2' })
    clock.now = 1_010
    expect(multiplier()).toEqual({ kind: 'scaled', multiplier: '10' })
    book.setState('pool-a' as Address, { ...state, scaling: scaled(30, 30, 0n) })
    expect(multiplier()).toEqual({ kind: 'scaled', multiplier: '30' })
  })

  it('says when trading opens, until it has opened', async () => {
    const clock = { now: 1_000 }
    const { book } = bookAt(clock, 5)
    await book.add([listing('a', 10)], 'launched')
    const state = { ...unmoved, price: undefined, nativeLamports: 5n, curve: undefined }
    book.setState('pool-a' as Address, { ...state, opensAtSeconds: 1_060 })
    expect(book.get('mint-a')).toMatchObject({ opensAtSeconds: 1_060 })
    clock.now = 1_060
    expect(book.get('mint-a')).toMatchObject({ opensAtSeconds: null })
  })

  it('has the price of its last trade, once its pool stops trading', async () => {
    const { book } = bookAt({ now: 1_000 }, 5)
    await book.add([listing('a', 10)], 'launched')
    const sevenths = (numerator: bigint) => ({ numerator, denominator: 7n })
    book.setState('pool-a' as Address, {
      ...unmoved,
      price: sevenths(3n),
      nativeLamports: 5n,
      curve: curve('trading', 900_000),
    })
    book.count([{ ...trade('a', 990), price: sevenths(5n) }])
    book.setState('pool-a' as Address, {
      ...unmoved,
      price: undefined,
      nativeLamports: 9n,
      curve: curve('complete', 1_000_000),
    })
    expect(book.get('mint-a')).toMatchObject({ price: { numerator: '5', denominator: '7' } })
  })

  it('has the volume of recent trades', async () => {
    const { book } = bookAt({ now: 1_000 }, 5)
    await book.add([listing('a', 10)], 'launched')
    book.count([
      trade('a', 990),
      { ...trade('a', 995), side: 'sell', lamports: 20n, price: { numerator: 20n, denominator: 4n } },
      trade('stranger', 990),
    ])
    expect(book.get('mint-a')).toMatchObject({
      price: { numerator: '20', denominator: '4' },
      volume5mLamports: '30',
      buys5m: 1,
      sells5m: 1,
    })
  })

  it('compares the pool’s price with its price after an earlier trade, never with a paid price', async () => {
    const { book } = bookAt({ now: 10_000 }, 5)
    await book.add([listing('a', 10)], 'launched')
    // The trades paid 10 lamports for 3 raw units. The pool's prices after them are 2 and 4.
    book.count([
      { ...trade('a', 9_000), price: { numerator: 2n, denominator: 1n } },
      { ...trade('a', 9_900), price: { numerator: 4n, denominator: 1n } },
    ])
    const price = { numerator: 5n, denominator: 1n }
    book.setState('pool-a' as Address, { ...unmoved, price, nativeLamports: 5n, curve: undefined })
    expect(book.get('mint-a')).toMatchObject({ change5mBps: 15_000, change24hBps: 15_000 })
  })

  it('has the history of the pool that a token moved to: after a restart the old pool has no history', async () => {
    const price = { numerator: 3n, denominator: 7n }
    const candle = { pool: 'pool-new', intervalSeconds: 60, startSeconds: 960, openSlot: 1, closeSlot: 2 }
    const traded = {
      ...candle,
      open: price,
      high: price,
      low: price,
      close: price,
      volumeLamports: 9n,
      buys: 2,
      sells: 1,
    }
    const readCandles = async (pool: string) => (pool === 'pool-new' ? [traded] : [])
    const book = createTokenBook({ readCandles }, { now: () => 1_000 })
    await book.add([listing('a', 10)], 'given')
    expect(book.get('mint-a')).toMatchObject({ volume24hLamports: '0' })
    const to = { protocol: 'pumpamm', pool: 'pool-new' as Address } as const
    expect(await book.move('mint-a' as Address, to)).toMatchObject({ kind: 'given', listing: { symbol: 'a', ...to } })
    expect(book.get('mint-a')).toMatchObject({ ...to, volume24hLamports: '9', price: { numerator: '3' } })
    expect(['pool-a', 'pool-new'].map(book.mintOf)).toEqual(['mint-a', 'mint-a'])
  })

  it('lists a creator’s other tokens, by launch or by curve, even if the pool does not name the creator', async () => {
    const { book } = bookAt({ now: 1_000 }, 10)
    const [dev, other] = ['dev', 'other'] as unknown as readonly [Address, Address]
    const made = { ...listing('a', 10), creator: dev }
    await book.add([made, listing('b', 30), { ...listing('c', 20), creator: dev }, listing('d', 40)], 'launched')
    const state = { price: { numerator: 3n, denominator: 2n }, nativeLamports: 0n, ...unmoved }
    book.setState('pool-a' as Address, { ...state, curve: undefined, creator: undefined })
    book.setState('pool-b' as Address, { ...state, curve: { ...curve('trading', 5), creator: dev }, creator: dev })
    book.setState('pool-d' as Address, { ...state, curve: undefined, creator: other })
    // The state of `c` is not read yet, so it is not shown.
    expect(book.byDevOf('mint-a')).toMatchObject({ creator: 'dev', tokens: [{ symbol: 'b' }] })
    book.setState('pool-c' as Address, { ...state, curve: undefined, creator: undefined })
    const symbols = (mint: string) => book.byDevOf(mint)?.tokens.map(({ symbol }) => symbol)
    expect(['mint-a', 'mint-b', 'mint-c', 'mint-d'].map(symbols)).toEqual([['b', 'c'], ['c', 'a'], ['b', 'a'], []])

    await book.move('mint-b' as Address, { protocol: 'raydium_cpmm', pool: 'pool-b2' as Address })
    book.setState('pool-b2' as Address, { ...state, curve: undefined, creator: undefined })
    expect(symbols('mint-a')).toEqual(['b', 'c'])
    await book.add([listing('e')], 'given')
    expect(book.byDevOf('mint-e')).toEqual({ creator: null, tokens: [] })
    expect([book.byDevOf('mint-x'), book.priceOf('mint-x'), book.priceOf('mint-a')]).toEqual([
      undefined,
      undefined,
      state.price,
    ])
  })
})
