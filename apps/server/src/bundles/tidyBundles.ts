import { join } from 'node:path'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { entriesIn, rewriteJournal } from '../database/lineJournal.ts'
import { bundleSessions, bundles } from '../database/schema.ts'
import type { BundleStore } from './bundleStore.ts'

const daySeconds = 86_400
/** A session expires if its bundle was never opened for this long after its first day. */
const expiresSeconds = 90 * daySeconds
/** Max sessions in a statement. */
const maxRows = 500

/** A line of the journal. */
type Entry = Pick<typeof bundles.$inferSelect, 'sessionHash'>

/** Seconds since 1970. */
type Now = () => number

const currentSeconds: Now = () => Math.floor(Date.now() / 1_000)

/**
 * Deletes bundles that were never opened again. Call it before the store is opened. Otherwise strangers could fill the
 * disk with bundles.
 * Sessions that began before this was recorded stay, and so do all sessions of a lost database.
 */
export async function tidyBundles(
  { query, atomic }: Pick<Database, 'query' | 'atomic'>,
  dataDir: string,
  now: Now = currentSeconds,
): Promise<void> {
  const path = join(dataDir, 'bundles.jsonl')
  const rows = await query
    .select()
    .from(bundleSessions)
    .where(lt(bundleSessions.beganAtSeconds, now() - expiresSeconds))
  if (rows.length === 0) return
  const expired = new Set(rows.map(({ sessionHash }) => sessionHash))
  const isKept = ({ sessionHash }: Entry) => !expired.has(sessionHash)
  // Rewrite the journal first, because the next start restores its entries to the database.
  if (!(await isEvery(entriesIn<Entry>(path), isKept))) await rewriteJournal(path, isKept)
  const hashes = [...expired]
  for (let at = 0; at < hashes.length; at += maxRows) {
    const part = hashes.slice(at, at + maxRows)
    await atomic([
      query.delete(bundles).where(inArray(bundles.sessionHash, part)),
      query.delete(bundleSessions).where(inArray(bundleSessions.sessionHash, part)),
    ])
  }
}

async function isEvery<T>(items: AsyncIterable<T>, holds: (item: T) => boolean): Promise<boolean> {
  for await (const item of items) if (!holds(item)) return false
  return true
}

/** Wraps the store to record when a session begins, and when its bundle is opened again on a later day. */
export function noteOpenings(
  store: BundleStore,
  { query }: Pick<Database, 'query'>,
  now: Now = currentSeconds,
): BundleStore {
  const begin = (sessionHash: string) =>
    query.insert(bundleSessions).values({ sessionHash, beganAtSeconds: now() }).onConflictDoNothing()
  const open = (sessionHash: string) =>
    query
      .delete(bundleSessions)
      .where(and(eq(bundleSessions.sessionHash, sessionHash), lt(bundleSessions.beganAtSeconds, now() - daySeconds)))
  return {
    ...store,
    async read(sessionHash) {
      const found = await store.read(sessionHash)
      if (found !== undefined) await open(sessionHash)
      return found
    },
    async write(sessionHash, bundle) {
      if ((await store.read(sessionHash)) === undefined) await begin(sessionHash)
      else await open(sessionHash)
      await store.write(sessionHash, bundle)
    },
  }
}
