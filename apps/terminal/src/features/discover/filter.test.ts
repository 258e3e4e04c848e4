import { type Address, token2022Program } from '@tern/core'
import type { TokenFactsRow } from '@tern/server/appRouter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import {
  changeFilter,
  conditionNames,
  type Filter,
  filterSize,
  formatBound,
  formatFilter,
  isLeft,
  needsFacts,
  parseBound,
  parseFilter,
  parseWords,
  quantityNames,
} from './filter.ts'

const now = 1_000_000
const listing: Listing = {
  mint: 'm' as Address,
  symbol: 'KITE',
  name: 'Kite Club',
  decimals: 6,
  scale: undefined,
  program: 'p' as Address,
  picture: null,
  description: null,
  protocol: 'pumpfun',
  pool: 'c' as Address,
  createdAtSeconds: now - 600,
  opensAtSeconds: null,
  price: { numerator: 1n, denominator: 1_000_000n },
  supply: 10n ** 15n,
  liquidityLamports: 20n * 10n ** 9n,
  volume5mLamports: 0n,
  volume24hLamports: 5n * 10n ** 9n,
  buys5m: 7,
  sells5m: 3,
  change5mBps: null,
  change24hBps: null,
  mintAuthority: null,
  freezeAuthority: 'f',
  transferFeeBps: null,
  curve: { stage: 'trading', progressPpm: 614_000, creator: 'c' },
}
const noFacts: TokenFactsRow = {
  ...{ slot: 1, mintAuthority: null, freezeAuthority: null, transferFeeBps: 0, laterTransferFeeBps: 0 },
  ...{ transferFeeAuthority: null, permanentDelegate: null, transferHook: null, isFrozenAtFirst: false },
  ...{
    isTransferable: true,
    pausing: 'none',
    unknownExtensions: 0,
    scaleAuthority: null,
    laterMultiplier: null,
    interestBps: null,
    metadata: null,
    liquidity: null,
  },
  ...{ largestPpm: null, creator: null, creatorPpm: null },
  sources: { mint: { account: 'm', slot: 1 }, metadata: null, liquidity: null, largest: null, creator: null },
}
const leaves = (filter: Filter, change: Partial<Listing> = {}) => isLeft({ ...listing, ...change }, filter, now)
const ranged = (text: string, change: Partial<Listing> = {}) => leaves(parseFilter(text), change)

describe('a filter', () => {
  it('without conditions keeps every token', () => {
    expect(leaves({})).toBe(true)
  })

  it.each([
    ['age:10m..', true],
    ['age:601s..', false],
    ['age:..10m', true],
    ['age:..9m', false],
    ['cap:1K..', true],
    ['cap:1.001K..', false],
    ['liquidity:20..20', true],
    ['liquidity:..19.999999999', false],
    ['volume:5..', true],
    ['volume:5.1..', false],
    ['trades:10..10', true],
    ['trades:11..', false],
    ['buys:7..7', true],
    ['buys:8..', false],
    ['sells:..3', true],
    ['sells:..2', false],
    ['fee:..0', true],
    ['fee:0.01..', false],
    ['classic', true],
    ['token2022', false],
    ['has:moon,club', true],
    ['has:moon', false],
    ['has:club;no:kite', false],
    ['curve:61.4..', true],
    ['curve:61.5..', false],
    ['mint', true],
    ['freeze', false],
    ['feeless', true],
    ['picture', false],
    ['on:pumpfun,pumpamm', true],
    ['on:raydium_cpmm', false],
    ['no:club', false],
    ['no:moon', true],
  ])('%s keeps the token: %s', (text, left) => {
    expect(ranged(text)).toBe(left)
  })

  it.each([
    ['top10:..30', true],
    ['top10:..29.9', false],
    ['top10:30..', true],
    ['dev:..5', false],
    ['dev:..6.1', true],
    ['burned', true],
  ])('%s needs facts from the chain, and keeps the token: %s', (text, left) => {
    const filter = parseFilter(text)
    const burned = { kind: 'pool', burnedPpm: 990_000, lockedPpm: 0 } as const
    const locked = { kind: 'positions', lockedPpm: 990_000 } as const
    expect(needsFacts(filter)).toBe(true)
    for (const liquidity of [burned, locked]) {
      const facts = { ...noFacts, largestPpm: 300_000, creatorPpm: 61_000, liquidity }
      expect(isLeft({ ...listing, facts }, filter, now)).toBe(left)
    }
    // Facts that are unreadable or not read yet do not pass.
    for (const facts of [noFacts, null, undefined]) expect(isLeft({ ...listing, facts }, filter, now)).toBe(false)
    expect(needsFacts(parseFilter('age:..1h;mint;on:pumpamm'))).toBe(false)
  })

  it('keeps starred tokens', () => {
    const filter = parseFilter('starred')
    expect([true, false].map(isStarred => isLeft({ ...listing, isStarred }, filter, now))).toEqual([true, false])
    expect(isLeft(listing, filter, now)).toBe(false)
  })

  it('selects by the transfer fee and by the token program', () => {
    const of2022 = { program: token2022Program, transferFeeBps: 150 }
    const left = ['fee:..1.5', 'fee:..1.49', 'fee:1.5..', 'token2022', 'classic']
    expect(left.map(text => ranged(text, of2022))).toEqual([true, false, true, true, false])
  })

  it('rejects tokens with unknown values', () => {
    expect(ranged('cap:0..', { price: null })).toBe(false)
    expect(ranged('age:..9d', { createdAtSeconds: null })).toBe(false)
    expect(ranged('curve:..100', { curve: null })).toBe(false)
  })

  it('counts its conditions', () => {
    expect(filterSize(parseFilter('age:1m..2m;cap:5..;mint;on:pumpamm,pumpfun;no:a,b'))).toBe(8)
    expect(filterSize(parseFilter('has:a,b;no:c;buys:1..'))).toBe(4)
    expect(filterSize({})).toBe(0)
  })
})

describe('a bound', () => {
  it.each([
    ['age', '24h', 86_400n, '1d'],
    ['age', '90', 90n, '90s'],
    ['age', '0', 0n, '0s'],
    ['cap', '50K', 50_000n * 10n ** 9n, '50K'],
    ['cap', '1.5k', 1_500n * 10n ** 9n, '1.5K'],
    ['cap', '0.000000001', 1n, '0.000000001'],
    ['trades', '1200', 1_200n, '1.2K'],
    ['curve', '70%', 700_000n, '70'],
  ] as const)('of %s typed as %s is %s and written %s', (name, text, raw, written) => {
    expect(parseBound(name, text)).toBe(raw)
    expect(formatBound(name, raw)).toBe(written)
  })

  it.each(['', 'x', '-1', '1e9', '5 K', '0.0000000001'])('is undefined for %j', text => {
    expect(parseBound('cap', text)).toBeUndefined()
  })
})

const bound = fc.option(fc.bigInt({ min: 0n, max: 2n ** 60n }), { nil: undefined })
const range = fc.record({ min: bound, max: bound }).map(({ min, max }) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
}))
const filters: fc.Arbitrary<Filter> = fc
  .record({
    protocols: fc.uniqueArray(fc.constantFrom('pumpfun', 'pumpamm', 'raydium_cpmm')),
    ranges: fc.dictionary(fc.constantFrom(...quantityNames), range),
    conditions: fc.uniqueArray(fc.constantFrom(...conditionNames)),
    shownWords: fc.string().map(text => parseWords(text.replaceAll(';', ''))),
    hiddenWords: fc.string().map(text => parseWords(text.replaceAll(';', ''))),
  })
  .map(parts => changeFilter({}, parts))

describe('a URL', () => {
  it('carries every filter there and back', () => {
    fc.assert(
      fc.property(filters, filter => {
        expect(parseFilter(formatFilter(filter))).toEqual(filter)
      }),
    )
  })

  it('may contain anything', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const filter = parseFilter(text)
        expect(parseFilter(formatFilter(filter))).toEqual(filter)
      }),
    )
  })

  it('keeps its canonical form', () => {
    const written = 'buys:10..;sells:..1K;fee:..2.5;on:pumpamm;token2022;has:kite,club;no:2.0'
    expect(formatFilter(parseFilter(written))).toBe(written)
  })

  it('is read as far as it is valid', () => {
    expect(formatFilter(parseFilter('age:..24h;cap:x..;whatever;on:PUMP,pumpamm;mint;mint'))).toBe(
      'age:..1d;on:pumpamm;mint',
    )
  })
})
