import type { JournalRecord, Outcome } from '@tern/chain'
import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { reclaimsIn } from './sentReclaims.ts'

const landed = { signature: '', slot: 1n, isFinal: false } as const
const confirmed: Outcome = { ...landed, status: 'confirmed' }
const failed: Outcome = { ...landed, status: 'failed', error: 'AccountInUse', sources: 2 }
const takenBack: Outcome = { status: 'unknown', rolledBack: 'failed' }

/** The records of a reclaim with a single transaction that was repeated, with these outcomes. */
const madeAgain = (...outcomes: readonly Outcome[]) =>
  outcomes.map((outcome, i): JournalRecord => {
    const lifetime = { kind: 'blockhash', blockhash: '', lastValidBlockHeight: 1n } as const
    const address = 'Wallet' as Address
    const bytes = new Uint8Array()
    const message = { bytes, feePayer: address, signers: [], lifetime }
    const plan = i === 0 && { plan: { parts: [[]] } }
    const signature = `made ${i}`
    return {
      ...{ id: signature, address, timestamp: i, isRetired: false },
      outcome: 'signature' in outcome ? { ...outcome, signature } : outcome,
      transactions: [{ bytes, signature, message }],
      note: { reclaim: { id: 'one', at: 0, ...plan } },
    }
  })

it.each([
  ['failed', [failed], 'stopped', 'made 0'],
  ['failed twice', [failed, failed], 'stopped', 'made 1'],
  ['failed and then landed', [failed, confirmed], 'done', 'made 1'],
  ['failed twice, of which a fork took the first back', [takenBack, failed], 'underway', 'made 0'],
  ['landed after a fork, beside one that failed', [confirmed, failed], 'done', 'made 0'],
] as const)('a step that %s', (_, outcomes, stand, signature) => {
  expect(reclaimsIn(madeAgain(...outcomes))).toMatchObject([{ stand, steps: [{ signature }] }])
})
