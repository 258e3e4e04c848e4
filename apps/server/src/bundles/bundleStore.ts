import { join } from 'node:path'
import { TernError } from '@tern/core'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { entriesIn, openLineJournal } from '../database/lineJournal.ts'
import { createQueue } from '../database/queue.ts'
import { bundles } from '../database/schema.ts'

export interface StoredBundle {
  readonly rev: number
  /** The bundle's JSON. */
  readonly body: string
}

/** Older revisions to keep for each session, and how long each is kept after its successor was stored. */
const maxOlder = 10
const olderSeconds = 30 * 86_400

/**
 * Wallet bundles by session. The server has no other copy, and the database does not wait for the disk.
 * So each bundle is written to a journal on the disk before the answer, and a start restores bundles that the database
 * lacks. The journal also has older revisions.
 */
export interface BundleStore {
  read(sessionHash: string): Promise<StoredBundle | undefined>
  /** Reads an earlier revision, while it is kept. It searches the whole journal, because this is rarely needed. */
  readRevision(sessionHash: string, rev: number): Promise<StoredBundle | undefined>
  /**
   * Stores a bundle. A session's first bundle may have any revision, and each later bundle must have the next. An
   * identical bundle changes nothing.
   *
   * @throws TernError `bundle/revConflict`, `database/unavailable`.
   */
  write(sessionHash: string, bundle: StoredBundle): Promise<void>
  /** Moves a session's bundle to another session, and ends the first. @throws TernError `database/unavailable`. */
  move(fromHash: string, toHash: string): Promise<void>
  close(): Promise<void>
}

interface Entry extends StoredBundle {
  readonly sessionHash: string
  readonly updatedAtSeconds: number
  /** The earlier session. It has ended. */
  readonly movedFrom?: string
}

interface BundleStoreOptions {
  /** Seconds since 1970. */
  readonly now?: () => number
  /** Receives a line for the log if the journal is damaged. */
  readonly onNotice?: (notice: string) => void
}

export async function openBundleStore(
  database: Database,
  dataDir: string,
  { now = () => Math.floor(Date.now() / 1000), onNotice }: BundleStoreOptions = {},
): Promise<BundleStore> {
  const known = await database.query.select().from(bundles)
  const path = join(dataDir, 'bundles.jsonl')
  const journal = await openLineJournal<Entry>(path, found => withoutOld(found, now()), {
    ...(onNotice && { onNotice }),
    // If the journal lost a part, or comes from a backup, add the revisions that only the database has.
    complete(kept) {
      const revs = new Map(latestOfEach(kept).map(({ sessionHash, rev }) => [sessionHash, rev]))
      const over = new Set(kept.flatMap(({ movedFrom }) => movedFrom ?? []))
      const isLacking = ({ sessionHash, rev }: Entry) => !over.has(sessionHash) && (revs.get(sessionHash) ?? 0) < rev
      return [...kept, ...known.filter(isLacking)]
    },
  })
  for (const { movedFrom } of journal.entries) if (movedFrom !== undefined) await remove(database, movedFrom)
  for (const entry of latestOfEach(journal.entries)) await put(database, entry)

  const queue = createQueue()
  const read = async (sessionHash: string) => {
    const [row] = await database.query.select().from(bundles).where(eq(bundles.sessionHash, sessionHash))
    return row && { rev: row.rev, body: row.body }
  }
  const append = async (entry: Entry) => {
    await journal.append(entry).catch((cause: unknown) => {
      throw new TernError('database/unavailable', { why: 'the disk does not take it' }, { cause })
    })
    await put(database, entry)
  }
  const write = async (sessionHash: string, bundle: StoredBundle) => {
    const current = await read(sessionHash)
    if (current?.rev === bundle.rev && current.body === bundle.body) return
    if (current !== undefined && bundle.rev !== current.rev + 1)
      throw new TernError('bundle/revConflict', { rev: current.rev })
    await append({ sessionHash, rev: bundle.rev, body: bundle.body, updatedAtSeconds: now() })
  }
  const move = async (fromHash: string, toHash: string) => {
    const current = await read(fromHash)
    if (current === undefined) return
    await append({ sessionHash: toHash, ...current, updatedAtSeconds: now(), movedFrom: fromHash })
    await remove(database, fromHash)
  }
  return {
    read,
    async readRevision(sessionHash, rev) {
      let found: StoredBundle | undefined
      for await (const entry of entriesIn<Entry>(path, line => line.includes(sessionHash)))
        if (entry.sessionHash === sessionHash && entry.rev === rev) found = { rev, body: entry.body }
      return found
    },
    write: (sessionHash, bundle) => queue.run(() => write(sessionHash, bundle)),
    move: (fromHash, toHash) => queue.run(() => move(fromHash, toHash)),
    async close() {
      await queue.idle()
      await journal.close()
    },
  }
}

async function put(database: Database, { sessionHash, rev, body, updatedAtSeconds }: Entry) {
  await database.query
    .insert(bundles)
    .values({ sessionHash, rev, body, updatedAtSeconds })
    .onConflictDoUpdate({
      target: bundles.sessionHash,
      set: { rev, body, updatedAtSeconds },
      setWhere: lt(bundles.rev, sql`excluded.rev`),
    })
}

const remove = (database: Database, sessionHash: string) =>
  database.query.delete(bundles).where(eq(bundles.sessionHash, sessionHash))

/** Returns the entries of each session that has not ended, oldest first. */
function bySession(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const sessions = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.movedFrom !== undefined) sessions.delete(entry.movedFrom)
    const earlier = sessions.get(entry.sessionHash)
    if (earlier === undefined) sessions.set(entry.sessionHash, [entry])
    else earlier.push(entry)
  }
  return sessions
}

const latestOfEach = (entries: readonly Entry[]): readonly Entry[] =>
  [...bySession(entries).values()].flatMap(all => all.slice(-1))

function withoutOld(entries: readonly Entry[], nowSeconds: number): readonly Entry[] {
  return [...bySession(entries).values()].flatMap(all => {
    const newest = all.slice(-maxOlder - 1)
    // A revision counts as older from the time that its successor was stored.
    return newest.filter((_, i) => nowSeconds - (newest[i + 1]?.updatedAtSeconds ?? nowSeconds) <= olderSeconds)
  })
}
