import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { referralCodes, referralTrades, referred } from '../database/referralSchema.ts'
import { openReferralStore } from './openReferralStore.ts'
import { createReferralStore } from './referralStore.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-referrals-'))
const paid = { slot: 9, feeLamports: 18_446_744_073_709_551_615n, shareLamports: 200n, isFinal: true }

let database: Database
beforeAll(async () => {
  database = await openDatabase(temporary())
})
afterAll(() => database.close())
async function loseRows() {
  for (const table of [referralCodes, referred, referralTrades]) await database.query.delete(table)
}
beforeEach(loseRows)

const open = (directory: string, seconds = 1_000) => openReferralStore(database, directory, { now: () => seconds })
const bindingOf = (code: string, signature: string) => ({ trader: 'trader', code, sinceSeconds: 5, signature })
/** A binding of an older version, without proof. */
const unproved = { trader: 'trader', code: 'claimed', sinceSeconds: 4 }
const linesIn = (directory: string) =>
  readFileSync(join(directory, 'referrals.jsonl'), 'utf8')
    .split('\n')
    .filter(line => line !== '')

it('restores codes, bindings and the fees of final trades after the database was lost', async () => {
  const directory = temporary()
  const first = await open(directory)
  await first.addCode('owner', 'code')
  await first.addCode('owner', 'second')
  await first.addCode('stranger', 'code')
  await first.bind(bindingOf('code', 'first'))
  await first.bind(bindingOf('other', 'second'))
  for (const signature of ['final', 'open', 'old']) await first.note(signature, 'code', signature === 'old' ? 0 : 900)
  await first.setPaid('final', paid)
  await first.setPaid('final', { ...paid, shareLamports: 1n })
  await first.setPaid('open', { ...paid, isFinal: false })
  await first.close()
  await loseRows()

  const again = await open(directory, 86_500)
  expect([await again.codeOf('owner'), await again.ownerOf('code')]).toEqual(['code', 'owner'])
  expect([await again.codeOf('stranger'), await again.ownerOf('second')]).toEqual([undefined, undefined])
  expect(await again.bindingOf('trader')).toEqual(bindingOf('code', 'first'))
  expect(await again.readPaid('final')).toMatchObject({ ...paid, code: 'code', notedAtSeconds: 900 })
  // If the trade lands after all, the chain shows its fee.
  expect(await again.readPaid('open')).toMatchObject({ slot: null, feeLamports: 0n, isFinal: false })
  expect(await again.readPaid('old')).toBeUndefined()
  await again.close()
})

it('changes nothing in a database that has more than the journal', async () => {
  const directory = temporary()
  const first = await open(directory)
  await first.note('signature', 'code', 900)
  await first.note('signature', 'code', 950)
  await first.setPaid('signature', { ...paid, isFinal: false })
  await first.close()
  expect(linesIn(directory)).toHaveLength(1)
  const again = await open(directory)
  expect(await again.readPaid('signature')).toMatchObject({ ...paid, isFinal: false, notedAtSeconds: 950 })
  await again.close()
})

it('adds the data of a database that is newer than the journal', async () => {
  const old = createReferralStore(database)
  await old.addCode('owner', 'code')
  await old.bind(bindingOf('code', 'first'))
  await old.note('signature', 'code', 0)
  await old.setPaid('signature', paid)
  const directory = temporary()
  await (await open(directory)).close()
  await loseRows()
  const again = await open(directory)
  expect(await again.earned('code')).toEqual({ traders: 1, trades: 1, lamports: 200n, openLamports: 0n })
  await again.close()
})

it('completes a journal that was lost in whole or in part, and reports damaged lines', async () => {
  const directory = temporary()
  const first = await open(directory)
  await first.addCode('owner', 'code')
  await first.addCode('other', 'second')
  await first.note('signature', 'code', 900)
  await first.setPaid('signature', paid)
  await first.close()
  const path = join(directory, 'referrals.jsonl')
  const [code = '', , noted = ''] = linesIn(directory)
  writeFileSync(path, `${code}\n${noted}\n{"kind":\n`)
  const notices: string[] = []
  await (
    await openReferralStore(database, directory, { now: () => 1_000, onNotice: line => notices.push(line) })
  ).close()
  expect(notices).toEqual([expect.stringContaining('referrals.jsonl is damaged: 1 of its lines')])
  await loseRows()
  const again = await open(directory)
  expect(await again.codeOf('other')).toBe('second')
  expect(await again.readPaid('signature')).toMatchObject(paid)
  await again.close()
})

it('keeps a binding without proof until a trade proves one', async () => {
  const directory = temporary()
  writeFileSync(join(directory, 'referrals.jsonl'), `${JSON.stringify({ kind: 'referred', ...unproved })}\n`)
  const first = await open(directory)
  expect(await first.bindingOf('trader')).toEqual({ ...unproved, signature: null })
  await first.bind(bindingOf('code', 'first'))
  await first.bind(bindingOf('other', 'second'))
  expect(await first.bindingOf('trader')).toEqual(bindingOf('code', 'first'))
  await first.close()
  for (const rows of [[], [unproved]]) {
    await loseRows()
    if (rows.length > 0) await database.query.insert(referred).values(rows)
    const again = await open(directory)
    expect(await again.bindingOf('trader')).toEqual(bindingOf('code', 'first'))
    await again.close()
  }
  expect(linesIn(directory)).toHaveLength(1)
})

it('keeps one line for each trade', async () => {
  const directory = temporary()
  const first = await open(directory)
  await first.note('signature', 'code', 0)
  await first.note('signature', 'code', 900)
  await first.note('signature', 'code', 5_000)
  await first.setPaid('signature', paid)
  await first.close()
  expect(linesIn(directory)).toHaveLength(3)
  await (await open(directory)).close()
  expect(linesIn(directory)).toHaveLength(1)
})
