import type { JournalRecord, Settled } from '@tern/client'
import type { Address } from '@tern/core'
import { expect, it, vi } from 'vitest'
import type { NotedRecord } from '../activity/sentJournal.ts'
import { toasts } from '../toasts.ts'
import { underwayOf } from '../underway.ts'
import { resumeSent } from './resumeSent.ts'

const mint = 'resumed mint'
const transaction = { signature: 'signature', bytes: new Uint8Array(), message: { lifetime: { kind: 'blockhash' } } }
const record = (outcome: JournalRecord['outcome']) =>
  ({
    id: 'one',
    address: 'me' as Address,
    transactions: [transaction],
    timestamp: 1,
    outcome,
    isRetired: false,
    note: { about: { owner: 'me', kind: 'trade', title: 'Buy KITE', detail: '1 SOL', mint } },
  }) as unknown as NotedRecord
const confirmed = { status: 'confirmed', signature: 'signature', slot: 1n, isFinal: false } as const

let stored = record(confirmed)
let report: (now: Settled) => void = () => expect.fail('it is not followed')

vi.mock('../activity/sentJournal.ts', async importActual => ({
  ...(await importActual<typeof import('../activity/sentJournal.ts')>()),
  sentJournal: { list: async () => [stored], claim: async () => true, listOwed: async () => [] },
}))
vi.mock('../trade/clientOf.ts', () => ({ clientWithProviders: async () => ({}) }))
vi.mock('../referral/notify.ts', () => ({ notifyLanded: async () => {}, notifyOwed: async () => {} }))
vi.mock('@tern/client', async importActual => ({
  ...(await importActual<typeof import('@tern/client')>()),
  async resumeSent(_: unknown, follow: (record: JournalRecord) => (now: Settled) => void) {
    report = follow(stored)
    return 1
  },
}))

it('F31 no second trade begins once a confirmation that the page before reported is taken back', async () => {
  toasts.set([])
  await resumeSent('atOnce')
  await vi.waitFor(() => report({ status: 'confirmed', signature: 'signature' } as Settled), 30_000)
  expect(underwayOf(mint).get()).toBe('none')
  stored = record({ status: 'unknown', rolledBack: 'confirmed' })
  report({ status: 'unknown', signature: 'signature' } as Settled)
  await vi.waitFor(() => expect(underwayOf(mint).get()).toBe('unknown'))
  stored = record({ ...confirmed, isFinal: true })
  report({ status: 'confirmed', signature: 'signature' } as Settled)
  await vi.waitFor(() => expect(underwayOf(mint).get()).toBe('none'))
})
