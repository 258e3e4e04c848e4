import { type Address, encodeBase58, usdcMint } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPrices, maxPriceAgeMs } from './prices.ts'

const mint = encodeBase58(new Uint8Array(32).fill(4)) as Address
const pricesMessage = (prices: readonly (readonly [string, string | null])[], all = false) =>
  JSON.stringify({ all, prices })
const unitsMessage = (units: readonly unknown[], all = true) => JSON.stringify({ all, prices: [], units })
/** Lamports for a raw unit. */
const perUnit = (lamports: bigint) => String(lamports * 10n ** 18n)

describe('prices', () => {
  it('are the latest that the server sent', () => {
    const prices = createPrices()
    expect(prices.worthOf(mint, 1n)).toBeUndefined()
    prices.receive(pricesMessage([[mint, perUnit(5n)]], true))
    expect(prices.worthOf(mint, 3n)).toBe(15n)
    prices.receive(pricesMessage([[mint, perUnit(6n)]]))
    expect(prices.worthOf(mint, 3n)).toBe(18n)
    prices.receive(pricesMessage([[mint, null]]))
    expect(prices.worthOf(mint, 3n)).toBeUndefined()
    prices.receive(pricesMessage([[usdcMint, perUnit(7n)]], true))
    expect(prices.worthOf(usdcMint, 1n)).toBe(7n)
    prices.receive(pricesMessage([], true))
    expect(prices.worthOf(usdcMint, 1n)).toBeUndefined()
  })

  it('stay valid while the server sends price messages, and are unknown a minute after the last', () => {
    let now = 0
    const prices = createPrices(() => now)
    prices.receive(pricesMessage([[mint, perUnit(5n)]], true))
    now = maxPriceAgeMs
    prices.receive(pricesMessage([]))
    now = 2 * maxPriceAgeMs
    expect(prices.worthOf(mint, 1n)).toBe(5n)
    now++
    expect(prices.worthOf(mint, 1n)).toBeUndefined()
    prices.receive(pricesMessage([]))
    now -= 10 * maxPriceAgeMs
    expect(prices.worthOf(mint, 1n)).toBeUndefined()
  })

  it('are rounded up', () => {
    const prices = createPrices()
    prices.receive(pricesMessage([[mint, '1']], true))
    expect(prices.worthOf(mint, 1n)).toBe(1n)
    expect(prices.worthOf(mint, 10n ** 18n + 1n)).toBe(2n)
    expect(prices.worthOf(mint, 0n)).toBe(0n)
  })

  it('come with the decimals and the scale of tokens, for as long as the prices are valid', () => {
    let now = 0
    const prices = createPrices(() => now)
    expect(prices.unitOf(mint)).toBeUndefined()
    prices.receive(
      unitsMessage([
        [mint, 6, 'scaled', 10],
        [usdcMint, 6],
      ]),
    )
    expect(prices.unitOf(mint)).toEqual({ decimals: 6, scale: { kind: 'scaled', multiplier: 10 } })
    expect(prices.unitOf(usdcMint)).toEqual({ decimals: 6 })
    prices.receive(unitsMessage([[mint, 6]], false))
    expect([mint, usdcMint].map(prices.unitOf)).toEqual([{ decimals: 6 }, { decimals: 6 }])
    prices.receive(unitsMessage([[mint, null]], false))
    expect(prices.unitOf(mint)).toBeUndefined()
    now = maxPriceAgeMs + 1
    expect(prices.unitOf(usdcMint)).toBeUndefined()
    // An older server reports prices alone.
    prices.receive(pricesMessage([], true))
    expect(prices.unitOf(usdcMint)).toBeUndefined()
  })

  it('ignore all but price messages, and apply these as a whole or not at all', () => {
    let now = 0
    const prices = createPrices(() => now)
    prices.receive(pricesMessage([[mint, perUnit(5n)]], true))
    now = maxPriceAgeMs + 1
    const wrong: readonly unknown[] = [
      ...[
        '',
        '[]',
        '{}',
        'null',
        pricesMessage([[mint, '-1']]),
        pricesMessage([[mint, '1.5']]),
        pricesMessage([['x', '1']]),
        7,
        undefined,
      ],
      pricesMessage([
        [mint, perUnit(1n)],
        [mint, '1e3'],
      ]),
    ]
    const wrongUnits: readonly unknown[] = [
      ...[
        [],
        [mint],
        ['x', 6],
        [mint, 6.5],
        [mint, -1],
        [mint, 256],
        [mint, '6'],
        [mint, 6, 'scaled'],
        [mint, 6, 1, 1],
      ],
      ...[
        [mint, 6, 'scaled', 0],
        [mint, 6, 'scaled', null],
        [mint, 6, 'other', 2],
        [mint, null, 'scaled', 2],
      ],
    ]
    for (const text of [...wrong, ...wrongUnits.map(row => unitsMessage([row]))]) {
      prices.receive(text)
      expect(prices.worthOf(mint, 1n)).toBeUndefined()
      expect(prices.unitOf(mint)).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        prices.receive(text)
        expect(prices.worthOf(mint, 1n)).toBeUndefined()
      }),
    )
  })
})
