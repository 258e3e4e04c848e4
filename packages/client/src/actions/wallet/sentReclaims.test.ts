import type { JournalRecord, Outcome } from '@tern/chain'
import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { reclaimsIn } from './sentReclaims.ts'

const landed = { signature: '', slot: 1n, isFinal: false } as const
const confirmed: Outcome = { ...landed, status: 'confirmed' }
const failed: Outcome = { ...landed, status: 'failed', error: 'AccountInUse', sources: 2 }
const takenBack: Outcome = { status: 'unknown', rolledBack: 'failed' }

/** Notes of this version, and of an earlier version. Only the first record lists the accounts to close. */
const noteOf = {
  plan: (i: number) => ({
    plan: { id: 'one', kind: 'reclaimRent', at: 0, of: 1, ...(i === 0 && { request: { parts: [[]] } }) },
  }),
  reclaim: (i: number) => ({ reclaim: { id: 'one', at: 0, ...(i === 0 && { plan: { parts: [[]] } }) } }),
}

/** The records of a reclaim with a single transaction that was repeated, with these outcomes. */
const madeAgain = (version: keyof typeof noteOf, ...outcomes: readonly Outcome[]) =>
  outcomes.map((outcome, i): JournalRecord => {
    const lifetime = { kind: 'blockhash', blockhash: '', lastValidBlockHeight: 1n } as const
    const address = 'Wallet' as Address
    const bytes = new Uint8Array()
    const message = { bytes, feePayer: address, signers: [], lifetime }
    const signature = `made ${i}`
    return {
      ...{ id: signature, address, timestamp: i, isRetired: false },
      outcome: 'signature' in outcome ? { ...outcome, signature } : outcome,
      transactions: [{ bytes, signature, message }],
      note: { about: i, ...noteOf[version](i) },
    }
  })

it.each([
  ['failed', [failed], 'stopped', 'made 0'],
  ['failed twice', [failed, failed], 'stopped', 'made 1'],
  ['failed and then landed', [failed, confirmed], 'done', 'made 1'],
  ['failed twice, of which a fork took the first back', [takenBack, failed], 'underway', 'made 0'],
  ['landed after a fork, beside one that failed', [confirmed, failed], 'done', 'made 0'],
] as const)('a step that %s', (_, outcomes, stand, signature) => {
  for (const version of ['plan', 'reclaim'] as const)
    expect(reclaimsIn(madeAgain(version, ...outcomes))).toMatchObject([
      { id: 'one', stand, about: 0, request: { parts: [[]] }, steps: [{ accounts: [], signature }] },
    ])
})

it('a record of an earlier version gives the rest its fee and accounts', () => {
  const account = { address: 'Account', mint: 'Mint', program: 'Program', lamports: 2n }
  const [record = expect.fail()] = madeAgain('reclaim', failed)
  const plan = { budget: { unitLimit: 1, priorityFeeLamports: 7n }, parts: [[account], [account, account]] }
  const [sent] = reclaimsIn([{ ...record, note: { reclaim: { id: 'one', at: 1, plan } } }])
  expect(sent).toMatchObject({
    request: { priorityFeeLamports: 7n, parts: plan.parts },
    steps: [
      { status: 'waiting', accounts: [account] },
      { status: 'failed', accounts: [account, account] },
    ],
  })
})

it('is left out if its first record is gone', () => {
  expect(reclaimsIn(madeAgain('plan', failed, confirmed).slice(1))).toEqual([])
})
