import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { errorAnswer } from '../http/answer.ts'
import { createMarketStore } from '../indexer/marketStore.ts'
import { activity, activityWallets } from './activitySchema.ts'
import { foundUnder, openDatabase } from './database.ts'
import { openFiles } from './databaseFiles.ts'
import { poolChanges, poolHours } from './poolSchema.ts'
import { bundles, candles, followed, trades } from './schema.ts'

const script = new URL('../../test/mortalWorker.ts', import.meta.url)
const temporary = () => mkdtempSync(join(tmpdir(), 'tern-database-'))
const unavailable = { code: 'database/unavailable' }

it('keeps its files private to its user', async () => {
  const dataDir = temporary()
  chmodSync(dataDir, 0o755)
  const database = await openDatabase(dataDir)
  expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
  await database.close()
})

it('starts from the prepared files, and creates the same database without them', async () => {
  const columns = `select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public' order by table_name, column_name`
  async function open(prepared: string) {
    const directory = join(temporary(), 'database')
    const database = await openFiles(directory, prepared)
    const read = async (query: string) => (await database.query<Record<string, unknown>>(query)).rows
    const tables = await read(columns)
    const migrations = await read('select name from migrations order by name')
    const [control] = await read('select system_identifier from pg_control_system()')
    await database.close()
    return { directory, tables, migrations, control }
  }
  const { directory: prepared, ...made } = await open(join(temporary(), 'none'))
  expect(made.tables.length).toBeGreaterThan(20)
  const { directory, ...copied } = await open(prepared)
  // A database that PGlite creates has a unique system identifier.
  expect(copied).toEqual(made)
  expect(readdirSync(join(directory, '..'))).toEqual(['database'])
})

it('migrates the bundles of the first version, and drops trades and candles at paid prices', async () => {
  const dataDir = temporary()
  const directory = join(dataDir, 'database')
  const first = '0001_bundles_trades_candles.sql'
  const old = await PGlite.create({ dataDir: directory })
  await old.exec(`
    create table migrations (name text primary key);
    ${readFileSync(new URL(`migrations/${first}`, import.meta.url), 'utf8')}
    insert into migrations values ('${first}');
    insert into bundles values ('session', 3, 'ciphertext', 1700000000);
    insert into trades (signature, position, pool, slot, timestamp_seconds, side, lamports, tokens, owner)
      values ('signature', 0, 'pool', 7, 1700000000, 'buy', 18446744073709551615, 2, 'owner');
    insert into candles values ('pool', 60, 1700000000, 1, 2, 7, 3, 4, 5, 6, 8, 9, 7, 10, 1, 0);
    insert into followed values ('pool', 'signature', 7);`)
  await old.close()

  const database = await openDatabase(dataDir)
  const { query } = database
  expect(await query.select().from(bundles)).toEqual([
    { sessionHash: 'session', rev: 3, body: 'ciphertext', updatedAtSeconds: 1_700_000_000 },
  ])
  // The pool is followed from its first trade again, which stores its trades with correct prices.
  expect(await createMarketStore(database).readFollowed('pool')).toBeUndefined()
  for (const table of [trades, candles, activity, activityWallets]) expect(await query.select().from(table)).toEqual([])
  const named = await query.execute<{ name: string }>(sql`select name from migrations order by name`)
  expect(JSON.stringify(named)).toContain('0005_')
  const indexes = await query.execute(sql`select indexname from pg_indexes where tablename = 'trades'`)
  expect(JSON.stringify(indexes)).toContain('trades_of_owner')
  await database.close()
  // A second start migrates nothing again.
  await (await openDatabase(dataDir)).close()
})

it('drops prices that an earlier version estimated, and keeps the traded amounts', async () => {
  const dataDir = temporary()
  const folder = new URL('migrations/', import.meta.url)
  const earlier = readdirSync(folder).filter(name => name < '0013')
  const old = await PGlite.create({ dataDir: join(dataDir, 'database') })
  await old.exec('create table migrations (name text primary key);')
  for (const name of earlier.sort())
    await old.exec(`${readFileSync(new URL(name, folder), 'utf8')}; insert into migrations values ('${name}');`)
  for (const [pool, protocol] of [
    ['exact', 'raydium_cpmm'],
    ['estimated', 'meteora_damm_v1'],
  ])
    await old.exec(`
      insert into pools (pool, protocol, token_a, token_b) values ('${pool}', '${protocol}', 'a', 'b');
      insert into pool_changes values ('signature', '${pool}', 'swap', 0, 7, 1700000000, 10, 1, 0.5, true);
      insert into pool_hours values ('${pool}', 1699999200, 10, 1, 1, 0.5, 0.5);
      insert into followed values ('${pool}', 'signature', 7);`)
  await old.exec(`
    insert into trades (signature, traded_in, position, pool, slot, timestamp_seconds, side, lamports, tokens, price_numerator, price_denominator)
      values ('signature', 'estimated', 0, 'estimated', 7, 1700000000, 'buy', 10, 20, 1, 2);
    insert into candles values ('estimated', 60, 1700000000, 1, 2, 7, 1, 2, 1, 2, 1, 2, 7, 10, 1, 0);`)
  await old.close()

  const { query, close } = await openDatabase(dataDir)
  for (const table of [trades, candles, followed]) expect(await query.select().from(table)).toEqual([])
  const changes = await query.select().from(poolChanges)
  expect(changes.map(({ pool, volume, price }) => [pool, volume, price === null])).toEqual([
    ['exact', 10n, false],
    ['estimated', 10n, true],
  ])
  const hours = await query.select().from(poolHours)
  expect(hours.map(({ pool, swaps, lowest, highest }) => [pool, swaps, lowest, highest])).toEqual([
    ['exact', 1, '0.5', '0.5'],
    ['estimated', 1, null, null],
  ])
  await close()
})

it('does not grow if the same row is written over and over', async () => {
  const dataDir = temporary()
  const database = await openDatabase(dataDir)
  const sizeOf = (directory: string) =>
    readdirSync(join(dataDir, 'database', directory), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const base = sizeOf('base')
  const write = (rev: number) => {
    const row = { sessionHash: 'one', rev, body: randomBytes(30_000).toString('base64'), updatedAtSeconds: 1 }
    return database.query.insert(bundles).values(row).onConflictDoUpdate({ target: bundles.sessionHash, set: row })
  }
  for (let rev = 1; rev <= 3_000; rev++) await write(rev)
  // 120 MB were written to the table, and as much to the log.
  expect(sizeOf('pg_wal')).toBeLessThan(100_000_000)
  expect(sizeOf('base') - base).toBeLessThan(60_000_000)
  await database.close()
})

describe('a database whose thread dies', () => {
  it('F41 reports it, fails the pending queries, and comes back with all data', async () => {
    const faults: unknown[] = []
    const database = await openDatabase(temporary(), {
      script,
      onFault: error => faults.push(error),
    })
    const store = createMarketStore(database)
    await store.setFollowed('pool', 'signature', 7)
    const asked = [sql`select 'die now'`, sql`select 1`].map(statement => database.query.execute(statement))
    for (const answer of await Promise.allSettled(asked)) {
      const error = answer.status === 'rejected' ? answer.reason : undefined
      expect(foundUnder(error)).toMatchObject(unavailable)
      expect(errorAnswer(error).status).toBe(503)
    }
    expect(database.isAlive()).toBe(false)
    expect(faults).toMatchObject([unavailable])
    await expect.poll(() => database.isAlive(), { timeout: 30_000 }).toBe(true)
    expect(await store.readFollowed('pool')).toBe('signature')
    await database.close()
    expect(database.isAlive()).toBe(false)
    expect(faults).toHaveLength(1)
  })

  it('can be closed while the thread is down', async () => {
    const database = await openDatabase(temporary(), { script })
    await expect(database.query.execute(sql`select 'die now'`)).rejects.toMatchObject({ cause: unavailable })
    await database.close()
    await expect(database.query.execute(sql`select 1`)).rejects.toMatchObject({ cause: unavailable })
  })
})

it('F41 a slow database fails timed reads after 4 s, gets no further timed reads while it is behind, and answers all others', async () => {
  const dataDir = temporary()
  const database = await openDatabase(dataDir, { script })
  const read = () => database.queryInTime.execute(sql`select 1`).catch(foundUnder)
  const tooLong = { ...unavailable, facts: { why: 'it takes too long' } }
  writeFileSync(join(dataDir, 'database is slow'), '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const patient = database.query.execute(sql`select 2 as two`)
    const first = read()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await first).toMatchObject(tooLong)
    expect(await read()).toMatchObject(tooLong)
    expect(await patient).toEqual([{ two: 2 }])
  } finally {
    vi.useRealTimers()
    rmSync(join(dataDir, 'database is slow'))
  }
  await expect.poll(read, { timeout: 30_000 }).toHaveLength(1)
  await database.close()
})

it('F41 a database with a full disk reports it, and comes back with all written data once there is space', async () => {
  const dataDir = temporary()
  const faults: unknown[] = []
  const fullDisk = new URL('../../test/fullDiskWorker.ts', import.meta.url)
  const database = await openDatabase(dataDir, { script: fullDisk, onFault: error => faults.push(error) })
  const store = createMarketStore(database)
  await store.setFollowed('pool', 'signature', 7)
  writeFileSync(join(dataDir, 'disk is full'), '')
  const error = await store.setFollowed('pool', 'later', 8).catch(foundUnder)
  expect(error).toMatchObject(unavailable)
  expect(String(error)).toContain('No space left on device')
  expect(errorAnswer(error).status).toBe(503)
  await expect(store.readFollowed('pool').catch(foundUnder)).resolves.toMatchObject(unavailable)
  expect([database.isAlive(), faults.length]).toEqual([false, 1])
  rmSync(join(dataDir, 'disk is full'))
  await expect.poll(() => database.isAlive(), { timeout: 30_000 }).toBe(true)
  expect(await store.readFollowed('pool')).toBe('signature')
  await store.setFollowed('pool', 'later', 8)
  expect(await store.readFollowed('pool')).toBe('later')
  await database.close()
})
