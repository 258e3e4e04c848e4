import { join } from 'node:path'
import { TernError } from '@tern/core/serverErrors'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { openJournal } from '../database/journal.ts'
import { bundles } from '../database/schema.ts'

export interface StoredBundle {
  readonly rev: number
  /** The bundle's JSON. */
  readonly body: string
}

/**
 * Wallet bundles by session. They exist nowhere else on this side, and the database does not wait for the disk. So each bundle is in a
 * journal on the disk before it is answered for, and a start puts back what the database lacks.
 */
export interface BundleStore {
  read(sessionHash: string): Promise<StoredBundle | undefined>
  /**
   * A session's first bundle may be of any revision, each later one must be the next. The same one again changes nothing.
   * @throws TernError `bundle/revConflict`, `database/unavailable`.
   */
  write(sessionHash: string, bundle: StoredBundle): Promise<void>
  close(): Promise<void>
}

interface Entry extends StoredBundle {
  readonly sessionHash: string
  readonly updatedAtSeconds: number
}

/** `now`: seconds since 1970. */
export async function openBundleStore(
  database: Database,
  dataDir: string,
  now: () => number = () => Math.floor(Date.now() / 1000),
): Promise<BundleStore> {
  const known = await database.query.select().from(bundles)
  // A database that is older than the journal has more.
  const keep = (found: readonly Entry[]) => (found.length === 0 ? known : latestOfEach(found))
  const journal = await openJournal<Entry>(join(dataDir, 'bundles.jsonl'), keep)
  for (const entry of latestOfEach(journal.entries)) await put(database, entry)

  let last: Promise<unknown> = Promise.resolve()
  const read = async (sessionHash: string) => {
    const [row] = await database.query.select().from(bundles).where(eq(bundles.sessionHash, sessionHash))
    return row && { rev: row.rev, body: row.body }
  }
  const write = async (sessionHash: string, bundle: StoredBundle) => {
    const current = await read(sessionHash)
    if (current?.rev === bundle.rev && current.body === bundle.body) return
    if (current !== undefined && bundle.rev !== current.rev + 1)
      throw new TernError('bundle/revConflict', { rev: current.rev })
    const entry = { sessionHash, ...bundle, updatedAtSeconds: now() }
    await journal.append(entry).catch((cause: unknown) => {
      throw new TernError('database/unavailable', { why: 'the disk does not take it' }, { cause })
    })
    await put(database, entry)
  }
  return {
    read,
    write(sessionHash, bundle) {
      const written = last.then(() => write(sessionHash, bundle))
      last = written.catch(() => {})
      return written
    },
    async close() {
      await last
      await journal.close()
    },
  }
}

async function put(database: Database, entry: Entry) {
  await database.query
    .insert(bundles)
    .values(entry)
    .onConflictDoUpdate({
      target: bundles.sessionHash,
      set: { rev: entry.rev, body: entry.body, updatedAtSeconds: entry.updatedAtSeconds },
      setWhere: lt(bundles.rev, sql`excluded.rev`),
    })
}

function latestOfEach(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map(entry => [entry.sessionHash, entry])).values()]
}
