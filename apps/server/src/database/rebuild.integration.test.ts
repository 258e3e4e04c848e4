import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openBundleStore } from '../bundles/bundleStore.ts'
import { createMarketStore } from '../indexer/marketStore.ts'
import { openReferralStore } from '../referrals/openReferralStore.ts'
import { openDatabase } from './database.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-rebuild-'))
const bundle = { rev: 7, body: '{"rev":7}' }
const paid = { slot: 9, feeLamports: 1_000n, shareLamports: 200n, isFinal: true }
const asideIn = (dataDir: string) => readdirSync(dataDir).filter(name => name.startsWith('database.damaged-'))

/** Writes zeros over every file of a folder: a power cut leaves such files if they were never synced. */
function zero(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(path, Buffer.alloc(statSync(path).size))
  }
}

/** Creates the data directory of a used server, with the files as they are while the server runs. */
async function used(): Promise<string> {
  const dataDir = temporary()
  const database = await openDatabase(dataDir)
  const bundles = await openBundleStore(database, dataDir)
  const referrals = await openReferralStore(database, dataDir, { now: () => 1_000 })
  await bundles.write('session', bundle)
  await referrals.addCode('owner', 'code')
  await referrals.bind({ trader: 'trader', code: 'code', sinceSeconds: 1_000, signature: 'signature' })
  await referrals.note('signature', 'code', 1_000)
  await referrals.setPaid('signature', paid)
  await createMarketStore(database).setFollowed('pool', 'signature', 7)
  const copy = temporary()
  cpSync(dataDir, copy, { recursive: true })
  await Promise.all([bundles.close(), referrals.close()])
  await database.close()
  return copy
}

/** The second form looks the same at the opening, and takes only seconds. */
const zeroed = [
  { name: 'write-ahead log', folder: 'pg_wal', isRun: true },
  { name: 'tables', folder: 'base', isRun: isProof },
]

describe('a database that cannot be opened', () => {
  it.each(zeroed.filter(({ isRun }) => isRun))(
    'is kept aside after a power cut has zeroed its $name, and a new database has the journals’ contents',
    async ({ folder }) => {
      const dataDir = await used()
      zero(join(dataDir, 'database', folder))
      for (const day of ['01', '02', '03', '04']) mkdirSync(join(dataDir, `database.damaged-2026-01-${day}T000000`))
      const notices: string[] = []
      const database = await openDatabase(dataDir, { onNotice: notice => notices.push(notice) })
      const aside = asideIn(dataDir).sort().at(-1) ?? ''
      expect(existsSync(join(dataDir, aside, 'PG_VERSION'))).toBe(true)
      expect(notices).toHaveLength(1)
      expect(notices[0]).toContain(join(dataDir, aside))
      expect(asideIn(dataDir)).toHaveLength(3)
      const bundles = await openBundleStore(database, dataDir)
      expect(await bundles.read('session')).toEqual(bundle)
      const referrals = await openReferralStore(database, dataDir, { now: () => 2_000 })
      expect(await referrals.ownerOf('code')).toBe('owner')
      expect(await referrals.bindingOf('trader')).toMatchObject({ code: 'code', signature: 'signature' })
      expect(await referrals.earned('code')).toEqual({ traders: 1, trades: 1, lamports: 200n, openLamports: 0n })
      // The chain has the trades: the pool is followed from its first trade again.
      expect(await createMarketStore(database).readFollowed('pool')).toBeUndefined()
      await Promise.all([bundles.close(), referrals.close()])
      await database.close()
    },
  )

  it.runIf(isProof)('is set aside if it was killed during its creation', async () => {
    const dataDir = temporary()
    mkdirSync(join(dataDir, 'database', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'database', 'base', '1'), 'half')
    const database = await openDatabase(dataDir)
    expect(existsSync(join(dataDir, asideIn(dataDir)[0] ?? '', 'base', '1'))).toBe(true)
    await createMarketStore(database).setFollowed('pool', 'signature', 7)
    await database.close()
  })

  it('stays in place if a new one cannot be opened either', async () => {
    const dataDir = temporary()
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '17')
    const path = join(dataDir, 'worker.mjs')
    writeFileSync(path, "throw new RangeError('no memory')")
    const opening = openDatabase(dataDir, { script: pathToFileURL(path), onNotice: notice => expect.fail(notice) })
    const why = expect.stringMatching(/^no memory\. See that the machine has memory, .*: Tern builds a new one/)
    await expect(opening).rejects.toMatchObject({ code: 'database/unavailable', facts: { why } })
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'worker.mjs'])
  })

  it('is not moved if it is not a directory', async () => {
    const dataDir = temporary()
    writeFileSync(join(dataDir, 'database'), 'mine')
    await expect(openDatabase(dataDir)).rejects.toMatchObject({ code: 'database/unavailable' })
    expect(readdirSync(dataDir)).toEqual(['database'])
  })
})
