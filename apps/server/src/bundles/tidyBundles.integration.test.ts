import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { bundles } from '../database/schema.ts'
import { openBundleStore } from './bundleStore.ts'
import { noteOpenings, tidyBundles } from './tidyBundles.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-unopened-'))
const bundle = (rev: number) => ({ rev, body: JSON.stringify({ rev }) })
const day = 86_400

let database: Database
beforeAll(async () => {
  database = await openDatabase(temporary())
})
afterAll(() => database.close())

let seconds = 1_000
const now = () => seconds
async function open(directory: string) {
  await tidyBundles(database, directory, now)
  return noteOpenings(await openBundleStore(database, directory, { now }), database, now)
}

it('a bundle that was never opened again after its first day is deleted after 90 days, from the journal too', async () => {
  const directory = temporary()
  const before = await openBundleStore(database, directory, { now })
  await before.write('earlier', bundle(1))
  await before.close()
  const first = await open(directory)
  for (const session of ['left', 'tried', 'read', 'written']) await first.write(session, bundle(1))
  seconds += 3_600
  await first.read('tried')
  seconds += 2 * day
  await first.read('read')
  await first.write('written', bundle(2))
  await first.write('earlier', bundle(2))
  seconds += 86 * day
  await first.close()
  const atOnce = await open(directory)
  expect(await atOnce.read('nobody')).toBeUndefined()
  for (const session of ['tried', 'read', 'written', 'earlier']) expect(await atOnce.read(session)).toBeDefined()
  await atOnce.write('young', bundle(1))
  seconds += 4 * day
  await atOnce.close()
  const after = await open(directory)
  const kept = ['left', 'tried', 'read', 'written', 'earlier', 'young'].map(session => after.read(session))
  expect((await Promise.all(kept)).map(found => found?.rev)).toEqual([undefined, 1, 1, 2, 2, 1])
  expect(readFileSync(join(directory, 'bundles.jsonl'), 'utf8')).not.toContain('left')
  await after.close()
})

it('a lost database deletes no bundles', async () => {
  const directory = temporary()
  const first = await open(directory)
  await first.write('session', bundle(1))
  await first.close()
  seconds += 200 * day
  const other = await openDatabase(temporary())
  await tidyBundles(other, directory, now)
  const again = await openBundleStore(other, directory, { now })
  expect(await again.read('session')).toEqual(bundle(1))
  await again.close()
  await other.close()
  await database.query.delete(bundles)
})

it('a journal that lost a part is completed from the database', async () => {
  const directory = temporary()
  const path = join(directory, 'bundles.jsonl')
  const first = await open(directory)
  for (const session of ['a', 'b', 'c']) await first.write(session, bundle(1))
  await first.write('c', bundle(2))
  await first.close()
  const [a = '', , c1 = ''] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, `${a}\nnot json\n${c1}\n{"sessionHash":"b","rev":1,"bo`)
  const notices: string[] = []
  await tidyBundles(database, directory, now)
  const store = await openBundleStore(database, directory, { now, onNotice: notice => notices.push(notice) })
  await store.close()
  expect(notices).toEqual([expect.stringContaining('is damaged: 1 of its lines cannot be read')])
  await database.query.delete(bundles)
  const again = await open(directory)
  const revs = ['a', 'b', 'c'].map(async session => (await again.read(session))?.rev)
  expect(await Promise.all(revs)).toEqual([1, 1, 2])
  expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('not json')
  await again.close()
})
