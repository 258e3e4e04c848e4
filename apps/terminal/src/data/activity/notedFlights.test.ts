import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { notedFlights } from './notedFlights.ts'
import type { NotedRecord } from './sentJournal.ts'

const me = 'me' as Address
const about = { owner: me, kind: 'trade', title: 'Buy KITE', detail: '0.5 SOL', startedAtMs: 99_500 } as const
const sending = { tip: 0n, frontRunningProtection: false }

const lifetime = { kind: 'blockhash', blockhash: 'Hash', lastValidBlockHeight: 941n } as const

const record = (id: string, outcome: NotedRecord['outcome'], over: Partial<NotedRecord> = {}): NotedRecord => ({
  id,
  address: me,
  transactions: [{ signature: id, message: { lifetime } } as NotedRecord['transactions'][number]],
  timestamp: 100_000,
  outcome,
  note: { ...sending, about },
  ...over,
})
const landed = (signature: string) => ({ status: 'confirmed', signature, slot: 7n, isFinal: true }) as const

describe('the flights of the journal', () => {
  it('have the intention, the outcome and how long it took', () => {
    const [flight] = notedFlights([record('a', landed('a'), { landedAtMs: 101_300 })], 900_000)
    expect(flight).toMatchObject({ ...about, signature: 'a', state: 'confirmed', endedAtMs: 101_300 })
    const [expired] = notedFlights([record('a', { status: 'expired', sources: 1 })], 900_000)
    expect(expired).toMatchObject({ state: 'expired', sources: 1 })
    expect(notedFlights([record('a', landed('a'), { note: undefined })], 0)).toEqual([])
  })

  it('are unknown once the sending page would no longer wait', () => {
    const sent = record('a', { status: 'unknown' })
    const stateAt = (nowMs: number) => notedFlights([sent], nowMs)[0]?.state
    expect([stateAt(101_000), stateAt(161_000)]).toEqual(['sent', 'unknown'])
    // The last valid height of the signed message.
    expect(notedFlights([sent], 161_000)[0]?.lastHeight).toBe(941)
    expect(notedFlights([record('a', { status: 'unknown', rolledBack: 'confirmed' })], 101_000)[0]?.state).toBe(
      'unknown',
    )
  })

  it.each(['this', 'an earlier'])(
    'show a reclaim of %s version as a single flight, each step with its deciding transaction',
    version => {
      const accounts = (count: number) => Array.from({ length: count }, () => ({ lamports: 2n }))
      const parts = [accounts(2), accounts(1), accounts(1)]
      const rent = { ...about, kind: 'rent', title: 'Reclaim rent' } as const
      const note = (at: number) => {
        const known = { id: 'a', at, kind: 'reclaimRent', of: 3 }
        const first = at === 0
        const outcome =
          version === 'this'
            ? { plan: { ...known, ...(first && { request: { parts } }) } }
            : { reclaim: { id: 'a', at, ...(first && { plan: { owner: me, parts } }) } }
        return { note: { ...sending, about: rent, ...outcome } }
      }
      const records = [
        record('a', landed('a'), { landedAtMs: 101_000, ...note(0) }),
        record('b2', { status: 'unknown' }, { timestamp: 300_000, ...note(1) }),
        record('b1', { status: 'expired', sources: 2 }, { timestamp: 102_000, ...note(1) }),
      ]
      const [underway, ...others] = notedFlights(records, 301_000)
      expect(others).toEqual([])
      expect(underway).toMatchObject({ ...rent, reclaim: 'a', state: 'sent', signature: 'b2' })
      expect(underway?.steps).toEqual([
        { title: 'Close 2 accounts', state: 'confirmed', signature: 'a', tookMs: 1_000 },
        { title: 'Close 1 account', state: 'unknown', signature: 'b2' },
        { title: 'Close 1 account', state: 'waiting' },
      ])
      const [first, , third] = records
      expect(
        notedFlights(
          [first, third].flatMap(one => one ?? []),
          301_000,
        ),
      ).toMatchObject([{ state: 'stopped' }])
      expect(
        notedFlights(
          [first].flatMap(one => one ?? []),
          301_000,
        ),
      ).toMatchObject([{ state: 'stopped' }])
    },
  )
})
