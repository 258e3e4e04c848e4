import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { bundles } from '../database/schema.ts'
import { openBundleStore } from './bundleStore.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-bundles-'))
const bundle = (rev: number, text = '') => ({ rev, body: JSON.stringify({ rev, text }) })

let database: Database
beforeAll(async () => {
  database = await openDatabase(temporary())
})
afterAll(() => database.close())
const loseDatabase = () => database.query.delete(bundles)
beforeEach(loseDatabase)

const open = (directory: string) => openBundleStore(database, directory, { now: () => 1 })

describe('bundle store', () => {
  it('accepts the next revision and an identical one, and refuses all others', async () => {
    const store = await open(temporary())
    expect(await store.read('a')).toBeUndefined()
    await store.write('a', bundle(5))
    await store.write('a', bundle(6))
    await store.write('a', bundle(6))
    expect(await store.read('a')).toEqual(bundle(6))
    for (const wrong of [bundle(5), bundle(6, 'other'), bundle(8)])
      await expect(store.write('a', wrong)).rejects.toMatchObject({ code: 'bundle/revConflict', facts: { rev: 6 } })
    expect(await store.read('a')).toEqual(bundle(6))
    expect(await store.read('b')).toBeUndefined()
    await store.close()
  })

  it('lets one of two concurrent changes of a revision win', async () => {
    const store = await open(temporary())
    await store.write('a', bundle(1))
    const outcomes = await Promise.allSettled(['x', 'y', 'z'].map(text => store.write('a', bundle(2, text))))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await store.read('a')).toEqual(bundle(2, 'x'))
    await store.close()
  })

  it('restores everything after the database was lost, and ignores a line that a crash cut off', async () => {
    const directory = temporary()
    const first = await open(directory)
    await first.write('a', bundle(1))
    await first.write('a', bundle(2))
    await first.write('b', bundle(9))
    await first.close()
    await loseDatabase()
    appendFileSync(join(directory, 'bundles.jsonl'), '{"sessionHash":"a","rev":3,"bo')
    const second = await open(directory)
    expect(await second.read('a')).toEqual(bundle(2))
    expect(await second.read('b')).toEqual(bundle(9))
    await second.write('a', bundle(3))
    await second.close()
    const third = await open(directory)
    expect(await third.read('a')).toEqual(bundle(3))
    await third.close()
  })

  it('keeps ten older revisions of each session for 30 days', async () => {
    const directory = temporary()
    let day = 0
    const openAt = () => openBundleStore(database, directory, { now: () => day * 86_400 })
    const revs = () =>
      readFileSync(join(directory, 'bundles.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).rev)
    const first = await openAt()
    for (let rev = 1; rev <= 20; rev++) {
      day = rev
      await first.write('a', bundle(rev))
    }
    await first.write('b', bundle(1))
    expect(await first.readRevision('a', 3)).toEqual(bundle(3))
    await first.close()
    const second = await openAt()
    expect(revs()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 1])
    expect(await second.readRevision('a', 10)).toEqual(bundle(10))
    expect(await second.readRevision('a', 9)).toBeUndefined()
    expect(await second.readRevision('b', 10)).toBeUndefined()
    await second.close()
    // Revision 15 was the newest revision until day 16.
    day = 46
    const third = await openAt()
    expect(revs()).toEqual([15, 16, 17, 18, 19, 20, 1])
    await third.close()
    day = 4_000
    const fourth = await openAt()
    expect(revs()).toEqual([20, 1])
    expect(await fourth.read('a')).toEqual(bundle(20))
    await fourth.close()
  })

  it('reads an earlier revision while the next entry is being written', async () => {
    const directory = temporary()
    const store = await open(directory)
    await store.write('a', bundle(1))
    await store.write('a', bundle(2))
    appendFileSync(join(directory, 'bundles.jsonl'), '{"sessionHash":"a","rev":3,"body":"{')
    expect(await store.readRevision('a', 1)).toEqual(bundle(1))
    await store.close()
  })

  it('moves a bundle to another session, and ends the old session for good', async () => {
    const directory = temporary()
    const first = await open(directory)
    await first.write('a', bundle(1))
    await first.write('a', bundle(2))
    await first.move('a', 'b')
    expect([await first.read('a'), await first.read('b')]).toEqual([undefined, bundle(2)])
    await first.write('b', bundle(3))
    await first.close()
    await loseDatabase()
    const second = await open(directory)
    expect([await second.read('a'), await second.read('b')]).toEqual([undefined, bundle(3)])
    await second.close()
  })

  it('keeps a copy of a damaged journal', async () => {
    const directory = temporary()
    const first = await open(directory)
    await first.write('a', bundle(1))
    await first.close()
    const path = join(directory, 'bundles.jsonl')
    writeFileSync(path, `not json\n${readFileSync(path, 'utf8')}`)
    const second = await open(directory)
    expect(await second.read('a')).toEqual(bundle(1))
    await second.close()
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('not json')
  })
})
