import { join } from 'node:path'
import { TernError } from '@tern/core'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { openLineJournal } from '../database/lineJournal.ts'
import { createQueue } from '../database/queue.ts'
import { referralCodes, referralTrades, referred } from '../database/referralSchema.ts'
import { createReferralStore, type Paid, type ReferralStore } from './referralStore.ts'

/**
 * A trade that is not final this long after its last notice is dropped. With a blockhash it can no longer become final.
 * A trade with a durable nonce counts again after a new notice. The terminal sends a notice when it sees the trade
 * land.
 */
export const patienceSeconds = 86_400
/** A repeated notice of a trade is written to the journal again after this time. */
const journalledAgainSeconds = 3_600
/** Max rows in a statement. */
const maxRows = 500

type Entry =
  | ({ readonly kind: 'code' } & typeof referralCodes.$inferSelect)
  | ({ readonly kind: 'referred' } & typeof referred.$inferSelect)
  | ({ readonly kind: 'trade'; readonly feeLamports: string; readonly shareLamports: string } & Omit<
      typeof referralTrades.$inferSelect,
      'feeLamports' | 'shareLamports'
    >)

interface Options {
  /** Seconds since 1970. */
  readonly now?: () => number
  /** Receives a line for the log if the journal is damaged. */
  readonly onNotice?: (notice: string) => void
}

/**
 * Opens the referrals. No chain stores the codes, and the database does not wait for the disk.
 * So each code is written to a journal on the disk before the answer, and a start restores codes that the database
 * lacks.
 * The journal also holds the bindings and fees of final trades, because nodes forget old transactions.
 */
export async function openReferralStore(
  database: Database,
  dataDir: string,
  { now = () => Math.floor(Date.now() / 1000), onNotice = () => {} }: Options = {},
): Promise<ReferralStore & { close(): Promise<void> }> {
  const store = createReferralStore(database)
  const known = await entriesOf(database)
  const keep = (found: readonly Entry[]) => worthKeeping(found, now() - patienceSeconds)
  // A journal that lost a part, or is older than the database, lacks entries of the database.
  const complete = (kept: readonly Entry[]) => worthKeeping(withLacking(kept, known), now() - patienceSeconds)
  const journal = await openLineJournal<Entry>(join(dataDir, 'referrals.jsonl'), keep, { complete, onNotice })
  await putBack(database, journal.entries)

  // One change at a time, because each checks the database before it writes to the journal.
  const queue = createQueue()
  const append = (entry: Entry) =>
    journal.append(entry).catch((cause: unknown) => {
      throw new TernError('database/unavailable', { why: 'the disk does not take it' }, { cause })
    })

  return {
    ...store,
    addCode: (owner, code) =>
      queue.run(async () => {
        if ((await store.codeOf(owner)) !== undefined || (await store.ownerOf(code)) !== undefined) return
        await append({ kind: 'code', owner, code })
        await store.addCode(owner, code)
      }),
    bind: binding =>
      queue.run(async () => {
        if ((await store.bindingOf(binding.trader))?.signature) return
        await append({ kind: 'referred', ...binding })
        await store.bind(binding)
      }),
    note: (signature, code, notedAtSeconds) =>
      queue.run(async () => {
        const row = await store.readPaid(signature)
        const isOld = row === undefined || notedAtSeconds - row.notedAtSeconds > journalledAgainSeconds
        if (isOld && !row?.isFinal)
          await append(tradeEntry({ ...nothingPaid, ...row, signature, code: row?.code ?? code, notedAtSeconds }))
        await store.note(signature, code, notedAtSeconds)
      }),
    setPaid: (signature, paid) =>
      queue.run(async () => {
        const row = await store.readPaid(signature)
        if (row === undefined || row.isFinal) return
        if (paid.isFinal) await append(tradeEntry({ ...row, ...paid }))
        await store.setPaid(signature, paid)
      }),
    async close() {
      await queue.idle()
      await journal.close()
    },
  }
}

const nothingPaid: Paid = { slot: null, feeLamports: 0n, shareLamports: 0n, isFinal: false }

const tradeEntry = ({ feeLamports, shareLamports, ...row }: typeof referralTrades.$inferSelect): Entry => ({
  kind: 'trade',
  ...row,
  feeLamports: String(feeLamports),
  shareLamports: String(shareLamports),
})

async function entriesOf({ query }: Pick<Database, 'query'>): Promise<readonly Entry[]> {
  const codes = await query.select().from(referralCodes)
  const traders = await query.select().from(referred)
  const trades = await query.select().from(referralTrades)
  return [
    ...codes.map(row => ({ kind: 'code' as const, ...row })),
    ...traders.map(row => ({ kind: 'referred' as const, ...row })),
    ...trades.map(tradeEntry),
  ]
}

function nameOf(entry: Entry): string {
  const key = entry.kind === 'code' ? entry.owner : entry.kind === 'referred' ? entry.trader : entry.signature
  return `${entry.kind} ${key}`
}

/** Adds the database's entries that the journal lacks, and final trades that the journal has as not final. */
function withLacking(entries: readonly Entry[], known: readonly Entry[]): readonly Entry[] {
  const journalled = new Map(entries.map(entry => [nameOf(entry), entry]))
  const lacking = known.filter(entry => {
    const other = journalled.get(nameOf(entry))
    if (other === undefined || replaces(entry, other)) return true
    return entry.kind === 'trade' && entry.isFinal && other.kind === 'trade' && !other.isFinal
  })
  return [...entries, ...lacking]
}

/** A binding with proof replaces a binding of an older version, because that version did not ask for proof. */
const replaces = (entry: Entry, before: Entry | undefined) =>
  entry.kind === 'referred' && entry.signature && before?.kind === 'referred' && !before.signature

/**
 * Keeps the newest entry of each trade and the first entry of everything else. Drops trades that did not become final
 * in time.
 */
function worthKeeping(entries: readonly Entry[], sinceSeconds: number): readonly Entry[] {
  const kept = new Map<string, Entry>()
  for (const entry of entries) {
    const name = nameOf(entry)
    if (entry.kind === 'trade' || !kept.has(name) || replaces(entry, kept.get(name))) kept.set(name, entry)
  }
  return [...kept.values()].filter(
    entry => entry.kind !== 'trade' || entry.isFinal || entry.notedAtSeconds >= sinceSeconds,
  )
}

/** Inserts the entries that the database lacks. */
async function putBack({ query }: Pick<Database, 'query'>, entries: readonly Entry[]): Promise<void> {
  const codes = entries.filter(entry => entry.kind === 'code')
  for (const rows of partsOf(codes)) await query.insert(referralCodes).values(rows).onConflictDoNothing()
  const traders = entries.filter(entry => entry.kind === 'referred')
  for (const rows of partsOf(traders))
    await query
      .insert(referred)
      .values(rows)
      .onConflictDoUpdate({
        target: referred.trader,
        set: {
          code: sql`excluded.code`,
          sinceSeconds: sql`excluded.since_seconds`,
          signature: sql`excluded.signature`,
        },
        setWhere: sql`excluded.signature is not null and ${referred.signature} is null`,
      })
  const trades = entries
    .filter(entry => entry.kind === 'trade')
    .map(row => ({ ...row, feeLamports: BigInt(row.feeLamports), shareLamports: BigInt(row.shareLamports) }))
  for (const rows of partsOf(trades))
    await query
      .insert(referralTrades)
      .values(rows)
      .onConflictDoUpdate({
        target: referralTrades.signature,
        set: {
          code: sql`excluded.code`,
          slot: sql`excluded.slot`,
          feeLamports: sql`excluded.fee_lamports`,
          shareLamports: sql`excluded.share_lamports`,
          isFinal: true,
        },
        setWhere: sql`excluded.is_final and not ${referralTrades.isFinal}`,
      })
}

function* partsOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += maxRows) yield rows.slice(at, at + maxRows)
}
