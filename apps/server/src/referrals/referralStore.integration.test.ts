import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createReferralStore } from './referralStore.ts'

let database: Database
beforeAll(async () => {
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-referral-store-')))
})
afterAll(() => database.close())

it('renews the time of a trade at a repeated notice: a nonce has no last block', async () => {
  const store = createReferralStore(database)
  await store.note('old', 'code', 0)
  await store.note('nonce', 'code', 0)
  await store.setPaid('nonce', { slot: 7, feeLamports: 10n, shareLamports: 2n, isFinal: false })
  await store.note('nonce', 'others', 90_000)
  await store.prune(86_400)
  expect(await store.listOpen(86_400, 10)).toEqual(['nonce'])
  expect(await store.readPaid('nonce')).toMatchObject({ code: 'code', slot: 7, shareLamports: 2n })
  await store.prune(90_001)
  await store.note('nonce', 'code', 200_000)
  expect(await store.listOpen(86_400, 10)).toEqual(['nonce'])
})
