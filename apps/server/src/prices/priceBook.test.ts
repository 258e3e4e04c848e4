import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createPriceBook, maxPriceAgeMs, minPoolLamports, type PricedState } from './priceBook.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [mint, pool, hostile] = [1, 2, 3].map(address) as [Address, Address, Address]

/** Lamports per raw unit. */
const pricing = (lamports: bigint, change: Partial<PricedState> = {}): PricedState => ({
  price: { numerator: lamports, denominator: 1n },
  finalPrice: undefined,
  nativeLamports: minPoolLamports,
  curve: undefined,
  decimals: 6,
  scaling: undefined,
  readAtSeconds: 0,
  ...change,
})
const perUnit = (lamports: bigint) => lamports * 10n ** 18n
const curve = { stage: 'trading', progressPpm: 1, creator: address(9) } as const

describe('the price of a token', () => {
  it('is the highest of its pools with 10 SOL: a stranger’s cheap pool changes nothing', () => {
    const book = createPriceBook()
    book.setState({ mint, pool }, pricing(5n))
    book.setState({ mint, pool: hostile }, pricing(1n, { nativeLamports: 1_000n * minPoolLamports }))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(5n)]]))
    book.setState({ mint, pool: hostile }, pricing(7n))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(7n)]]))
  })

  it('ignores a pool with less, unless it is the launch curve', () => {
    const book = createPriceBook()
    const poor = { nativeLamports: minPoolLamports - 1n }
    book.setState({ mint, pool: hostile }, pricing(9n, poor))
    expect(book.prices()).toEqual(new Map())
    book.setState({ mint, pool }, pricing(5n, { ...poor, curve }))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(5n)]]))
    book.setState({ mint, pool }, pricing(5n, { ...poor, curve: { ...curve, stage: 'complete' } }))
    expect(book.prices()).toEqual(new Map())
  })

  it('ends if the pool stops trading or loses its SOL', () => {
    const book = createPriceBook()
    for (const end of [{ price: undefined }, { nativeLamports: 0n }]) {
      book.setState({ mint, pool }, pricing(5n))
      expect(book.prices().size).toBe(1)
      book.setState({ mint, pool }, pricing(5n, end))
      expect(book.prices().size).toBe(0)
    }
  })

  it('is unknown once it is older than a minute, for each pool separately', () => {
    let now = 0
    const book = createPriceBook(() => now)
    book.setState({ mint, pool: hostile }, pricing(7n))
    now = maxPriceAgeMs / 2
    book.setState({ mint, pool }, pricing(5n))
    now = maxPriceAgeMs
    expect(book.prices()).toEqual(new Map([[mint, perUnit(7n)]]))
    now++
    expect(book.prices()).toEqual(new Map([[mint, perUnit(5n)]]))
    now = 2 * maxPriceAgeMs
    expect(book.prices()).toEqual(new Map())
  })

  it('is rounded up', () => {
    const book = createPriceBook()
    book.setState({ mint, pool }, pricing(1n, { price: { numerator: 1n, denominator: 3n * 10n ** 18n } }))
    expect(book.prices()).toEqual(new Map([[mint, 1n]]))
  })
})

describe('the price of a token that moves from its curve to its pool', () => {
  const poor = { nativeLamports: 0n, price: undefined }
  const ended = (stage: 'complete' | 'migrating' | 'migrated', lamports?: bigint): PricedState =>
    pricing(0n, {
      ...poor,
      ...(lamports !== undefined && { finalPrice: { numerator: lamports, denominator: 1n } }),
      curve: { ...curve, stage },
    })
  /** A book with a curve that trades at 5 lamports. */
  function bookOfCurve(now: () => number = () => 0) {
    const book = createPriceBook(now)
    book.setState({ mint, pool, isListed: true }, pricing(5n, { curve }))
    const listed = (state: PricedState) => {
      book.setState({ mint, pool, isListed: true }, state)
      return book.prices().get(mint)
    }
    return { book, listed }
  }

  it('is the price after the last trade on the curve, until the pool has a price', () => {
    const { book, listed } = bookOfCurve()
    expect(listed(ended('complete', 70n))).toBe(perUnit(70n))
    expect(listed(ended('migrating'))).toBe(perUnit(70n))
    expect(listed(ended('migrated'))).toBe(perUnit(70n))
    const next = address(4)
    book.setState({ mint, pool: next, isListed: true }, pricing(60n, { price: undefined }))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(70n)]]))
    book.setState({ mint, pool: next, isListed: true }, pricing(60n))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(60n)]]))
  })

  it('does not fall to that of a stranger’s pool meanwhile', () => {
    const { book, listed } = bookOfCurve()
    book.setState({ mint, pool: hostile }, pricing(1n))
    expect(listed(ended('complete', 70n))).toBe(perUnit(70n))
    book.setState({ mint, pool: hostile }, pricing(80n))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(80n)]]))
  })

  it('is the last known price if the curve was never read between its end and its move', () => {
    const { book, listed } = bookOfCurve()
    expect(listed(ended('migrated'))).toBe(perUnit(5n))
    book.setState({ mint, pool: address(4), isListed: true }, pricing(4n))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(4n)]]))
  })

  it('becomes unknown a minute after the move, if no pool has a price', () => {
    let now = 0
    const { book, listed } = bookOfCurve(() => now)
    for (const [at, state, price] of [
      [maxPriceAgeMs, ended('complete', 70n), perUnit(70n)],
      [2 * maxPriceAgeMs, ended('migrating'), perUnit(70n)],
      [3 * maxPriceAgeMs, ended('migrated'), perUnit(70n)],
      [3 * maxPriceAgeMs + 1, ended('migrated'), undefined],
    ] as const) {
      now = at
      expect(listed(state)).toBe(price)
    }
    expect(book.prices().size).toBe(0)
  })

  it('stays while the pool is not open yet, also if the curve is read once more', () => {
    const { book, listed } = bookOfCurve()
    expect(listed(ended('complete', 70n))).toBe(perUnit(70n))
    const next = address(4)
    book.setState({ mint, pool: next, isListed: true }, pricing(60n, { price: undefined }))
    for (const stage of ['complete', 'migrated'] as const) {
      book.setState({ mint, pool }, ended(stage))
      expect(book.prices()).toEqual(new Map([[mint, perUnit(70n)]]))
    }
    book.setState({ mint, pool: next, isListed: true }, pricing(60n))
    book.setState({ mint, pool }, ended('migrated'))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(60n)]]))
  })

  it('ignores an ended curve that the indexer does not list', () => {
    const { book } = bookOfCurve()
    book.setState({ mint, pool: hostile }, ended('complete', 70n))
    expect(book.prices()).toEqual(new Map([[mint, perUnit(5n)]]))
  })
})

describe('the unit of a token', () => {
  const scaled = (multiplier: number, later: number, fromSeconds: bigint) => ({
    scaledUiAmount: {
      ...{ authority: address(8), multiplier, newMultiplier: later },
      newMultiplierEffectiveTimestamp: fromSeconds,
    },
  })

  it('is known from any pool that was read, and forgotten with the token', () => {
    const book = createPriceBook()
    book.setState({ mint, pool: hostile }, pricing(1n, { price: undefined, nativeLamports: 0n, decimals: 9 }))
    expect(book.prices().size).toBe(0)
    expect(book.units()).toEqual(new Map([[mint, { decimals: 9, scale: undefined }]]))
    book.setState({ mint: hostile, pool }, pricing(1n))
    book.keepOnly(new Set([hostile]))
    expect([...book.units().keys(), ...book.prices().keys()]).toEqual([hostile, hostile])
  })

  it('has the multiplier at the time of the chain’s clock', () => {
    let now = 0
    const book = createPriceBook(() => now)
    const multiplier = () => book.units().get(mint)?.scale?.multiplier
    // The chain is 100 s ahead of this machine.
    book.setState({ mint, pool }, pricing(1n, { scaling: scaled(10, 20, 101n), readAtSeconds: 100 }))
    expect(multiplier()).toBe(10)
    now = 1_000
    expect(multiplier()).toBe(20)
    // The mint could not be read.
    book.setState({ mint, pool }, pricing(1n, { readAtSeconds: 101 }))
    expect(multiplier()).toBe(20)
    book.setState({ mint, pool }, pricing(1n, { scaling: {}, readAtSeconds: 101 }))
    expect(multiplier()).toBeUndefined()
  })
})
