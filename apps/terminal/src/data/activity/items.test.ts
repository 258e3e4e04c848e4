import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import type { Flight } from './flights.ts'
import {
  isFailed,
  isMeantBy,
  isOfKind,
  itemsOf,
  type Kind,
  kinds,
  landedBy,
  matches,
  mergeFlights,
  resumable,
  resumeFrom,
  tookText,
} from './items.ts'
import type { Entry } from './useActivity.ts'

const me = 'me' as Address
const kite = 'KiteMint' as Address

const entry = (signature: string, timestampSeconds: number | null, over: Partial<Entry> = {}): Entry => ({
  signature,
  slot: 1,
  timestampSeconds,
  kind: 'buy',
  failure: null,
  networkFee: 5_000n,
  lamports: -1n,
  rent: 0n,
  tokens: [{ mint: kite, decimals: 6, amount: 1n }],
  trade: null,
  tip: null,
  tradeFee: 0n,
  counterparty: null,
  ...over,
})
const flight = (id: number, over: Partial<Flight> = {}): Flight => ({
  id,
  owner: me,
  kind: 'trade',
  title: 'Buy KITE',
  detail: '0.5 SOL',
  mint: kite,
  state: 'sent',
  startedAtMs: 100_000,
  ...over,
})
const keys = (entries: readonly Entry[], flights: readonly Flight[]) =>
  itemsOf(entries, flights, me).map(({ key }) => key)

describe('the list', () => {
  it('shows a transaction of the page and the chain as one line with both records', () => {
    const sent = flight(1, { signature: 'a', state: 'confirmed', endedAtMs: 101_800 })
    expect(itemsOf([entry('a', 101)], [sent], me)).toMatchObject([
      { key: 'a', entry: { signature: 'a' }, flight: { id: 1 } },
    ])
  })

  it('begins with pending transactions', () => {
    const flights = [flight(2, { state: 'unknown', signature: 'u', startedAtMs: 200_000 }), flight(1)]
    expect(keys([entry('b', 900), entry('a', 800)], flights)).toEqual(['u', 'flight 100000', 'b', 'a'])
  })

  it('sorts transactions that never landed by their time', () => {
    const expired = flight(1, { state: 'expired', signature: 'x', startedAtMs: 850_000 })
    expect(keys([entry('b', 900), entry('a', 800)], [expired])).toEqual(['b', 'x', 'a'])
    expect(keys([entry('b', null)], [expired])).toEqual(['x', 'b'])
  })

  it('keeps an open line open when the chain reports the transaction', () => {
    const sent = flight(1, { signature: 'a', state: 'sent' })
    expect(keys([entry('a', 101)], [sent])).toEqual(keys([], [sent]))
  })

  it('keeps the steps of a stopped series with the transactions that landed', () => {
    const steps = [
      { title: 'Close 10 accounts', state: 'confirmed', signature: 'a' },
      { title: 'Close 4 accounts', state: 'failed', signature: 'b', why: 'why' },
    ] as const
    const stopped = flight(1, { state: 'stopped', signature: 'b', steps, startedAtMs: 999_000 })
    expect(keys([entry('b', 901), entry('a', 900)], [stopped])).toEqual(['flight 999000', 'b', 'a'])
    const whole = flight(1, { state: 'confirmed', signature: 'b', steps })
    expect(keys([entry('b', 901), entry('a', 900)], [whole])).toEqual(['b', 'a'])
  })

  it('leaves out other wallets', () => {
    expect(keys([], [flight(1, { owner: 'another' as Address }), flight(2, { owner: undefined })])).toEqual([])
  })
})

describe('the transactions of this browser', () => {
  it('show a transaction of the page and the journal as one line', () => {
    const own = flight(3, { signature: 'a', startedAtMs: 3_000 })
    const signing = flight(4, { startedAtMs: 4_000 })
    const noted = [
      flight(-4, { signature: 'd', startedAtMs: 4_000 }),
      flight(-3, { signature: 'a', startedAtMs: 2_990 }),
      flight(-1, { signature: 'b', startedAtMs: 1_000, state: 'unknown' }),
    ]
    expect(mergeFlights([signing, own], noted).map(({ id }) => id)).toEqual([4, 3, -1])
  })

  it('show the newest run of a resumed reclaim', () => {
    const first = flight(1, { kind: 'rent', state: 'stopped', reclaim: 'r', startedAtMs: 1_000 })
    const again = flight(2, { kind: 'rent', state: 'confirmed', reclaim: 'r', startedAtMs: 2_000 })
    const noted = flight(-1, { kind: 'rent', state: 'confirmed', reclaim: 'r', startedAtMs: 1_000 })
    expect(mergeFlights([again, first], [noted])).toEqual([again])
  })

  it('can be resumed if the wallet’s newest reclaim stopped', () => {
    const stopped = flight(1, { kind: 'rent', state: 'stopped', reclaim: 'r' })
    const other = flight(2, { kind: 'rent', state: 'stopped', reclaim: 'o', owner: 'another' as Address })
    expect(resumable([flight(3), other, stopped], me)).toBe(stopped)
    expect(resumable([flight(3, { kind: 'rent', state: 'confirmed' }), stopped], me)).toBeUndefined()
    expect(resumable([flight(3, { kind: 'rent', state: 'unknown', reclaim: 'q' }), stopped], me)).toBeUndefined()
    expect(resumable([flight(1, { kind: 'rent', state: 'stopped' })], me)).toBeUndefined()
    const steps = (['confirmed', 'expired', 'waiting'] as const).map(state => ({ title: 'Close 10 accounts', state }))
    expect(resumeFrom(steps)).toBe(2)
  })

  it('show the time to land and the provider, as far as they are known', () => {
    const tip = { provider: 'jito', lamports: 1_000n }
    const landed = flight(1, { endedAtMs: 101_840, tip })
    expect([
      tookText({ entry: entry('a', 1), flight: landed }),
      landedBy({ entry: undefined, flight: landed }),
    ]).toEqual(['1.8 s', 'jito or normal'])
    expect(landedBy({ entry: undefined, flight: flight(1, { tip: { ...tip, alone: true } }) })).toBe('jito')
    const byNonce = flight(1, { isByNonce: true })
    const tipped = entry('a', 1, { tip: { ...tip, provider: 'helius' } })
    expect(landedBy({ entry: tipped, flight: byNonce })).toBe('helius')
    expect(landedBy({ entry: tipped, flight: undefined })).toBe('tipped helius')
    expect(landedBy({ entry: entry('a', 1), flight: flight(1) })).toBe('normal')
    // After a reload the page has not seen it land, but its block has a time.
    const taken = flight(1, { startedAtMs: 97_600 })
    expect(tookText({ entry: entry('a', 100), flight: taken })).toBe('about 2 s')
    for (const wrong of [97, 300]) expect(tookText({ entry: entry('a', wrong), flight: taken })).toBeUndefined()
    expect(landedBy({ entry: undefined, flight: byNonce })).toBeUndefined()
    expect([
      tookText({ entry: undefined, flight: flight(1) }),
      landedBy({ entry: entry('a', 1), flight: undefined }),
    ]).toEqual([undefined, undefined])
  })
})

describe('filters', () => {
  const items = itemsOf(
    [
      entry('sell', 9, { kind: 'sell' }),
      entry('failed', 8, { failure: 'why' }),
      entry('deposit', 7, { kind: 'deposit', counterparty: 'Friend' as Address, tokens: [] }),
      entry('reclaim', 6, { kind: 'reclaim', tokens: [] }),
    ],
    [flight(1, { state: 'unknown' }), flight(2, { state: 'refused', startedAtMs: 1_000 })],
    me,
  )
  it.each<[Kind, readonly string[]]>([
    ['all', ['flight 100000', 'sell', 'failed', 'deposit', 'reclaim', 'flight 1000']],
    ['trades', ['flight 100000', 'sell', 'failed', 'flight 1000']],
    ['transfers', ['deposit']],
    ['rent', ['reclaim']],
    ['failed', ['failed', 'flight 1000']],
    ['unknown', ['flight 100000']],
  ])('%s', (kind, expected) => {
    expect(kinds).toContain(kind)
    expect(items.filter(item => isOfKind(item, kind)).map(({ key }) => key)).toEqual(expected)
    expect(items.filter(isFailed)).toHaveLength(2)
  })

  it('find a signature, a token and another wallet', () => {
    const found = (text: string) =>
      items
        .filter(item => matches(item, text, mint => (mint === kite ? ['KITE', 'Kite Club'] : [])))
        .map(({ key }) => key)
    expect(found('reclai')).toEqual(['reclaim'])
    expect(found(' kite club ')).toEqual(['flight 100000', 'sell', 'failed', 'flight 1000'])
    expect(found('kitemint')).toHaveLength(4)
    expect(found('friend')).toEqual(['deposit'])
    expect(found('')).toHaveLength(6)
  })
})

it('finds the line that a URL names by any signature, or by the key of an unsigned one', () => {
  const sent = [flight(1, { signature: 'b', state: 'confirmed' }), flight(2, { state: 'refused', startedAtMs: 7 })]
  const meant = (tx: string | undefined) =>
    itemsOf([entry('a', 101), entry('b', 100)], sent, me).flatMap(item => (isMeantBy(item, tx) ? item.key : []))
  expect([meant('a'), meant('b'), meant('flight 7'), meant('c'), meant(undefined)]).toEqual([
    ['a'],
    ['b'],
    ['flight 7'],
    [],
    [],
  ])
})
