import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

/** An empty database from `npm run build`, because PGlite takes seconds to create a database. */
export const preparedFiles = fileURLToPath(new URL('../../dist/database', import.meta.url))

/**
 * PostgreSQL's own page cache. By default it takes 128 MB and touches all of it, but the system caches the files
 * anyway.
 */
const pageCache = ['-c', 'shared_buffers=32MB']

// PostgreSQL's expression interpreter is a function of 100 kB. V8 takes 600 MB to optimize it, and queries gain only
// a third.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

/** Opens the database in `directory` and migrates it. A new database starts as a copy of `prepared`, if that exists. */
export async function openFiles(directory: string, prepared?: string): Promise<PGlite> {
  if (prepared !== undefined && !existsSync(directory)) begin(directory, prepared)
  // PGlite makes its files writable for all users.
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o700)
  const database = await PGlite.create({
    dataDir: directory,
    startParams: [...PGlite.defaultStartParams, ...pageCache],
    initDbStartParams: pageCache,
  })
  await migrate(database)
  await readAll(database)
  return database
}

/** Reads every row, so that a page that a power cut destroyed is found at the start. */
async function readAll(database: PGlite) {
  const { rows } = await database.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  )
  await database.exec('set enable_indexscan = off; set enable_indexonlyscan = off')
  for (const { name } of rows) await database.exec(`select count(*) from ${name}`)
  await database.exec('reset enable_indexscan; reset enable_indexonlyscan')
}

/** Copies in such a way that a crash leaves the whole copy or nothing. */
function begin(directory: string, prepared: string) {
  const copy = `${directory}.new`
  try {
    rmSync(copy, { recursive: true, force: true })
    cpSync(prepared, copy, { recursive: true })
    renameSync(copy, directory)
  } catch {
    // There is no prepared database, or this user cannot read it: PGlite creates a database.
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Runs each file of `migrations` that has not run yet, by name, each in a transaction. */
async function migrate(database: PGlite) {
  await database.exec('create table if not exists migrations (name text primary key)')
  const { rows } = await database.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(row => row.name))
  const migrations = new URL('./migrations/', import.meta.url)
  for (const name of (await readdir(migrations)).filter(file => file.endsWith('.sql')).sort()) {
    if (done.has(name)) continue
    const text = await readFile(new URL(name, migrations), 'utf8')
    await database.transaction(async transaction => {
      await transaction.exec(text)
      await transaction.query('insert into migrations (name) values ($1)', [name])
    })
  }
}
