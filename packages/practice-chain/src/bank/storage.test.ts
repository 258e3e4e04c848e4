import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from '@tern/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import type { ChainState } from './snapshot.ts'
import { openStorage, type Storage } from './storage.ts'

const address = '11111111111111111111111111111111' as Address
const empty: ChainState = {
  genesisHash: address,
  slotsPerEpoch: 100n,
  slot: 1n,
  unixTimestamp: 1n,
  epochStartTimestamp: 1n,
  aheadMs: 0n,
  runs: [],
  times: [],
  pace: undefined,
  transactionCount: 0n,
  reservedSlot: 1n,
  completeFrom: 0n,
  accounts: [],
  statuses: [],
  records: [],
}
const account = (lamports: bigint, size: number): Entry => ({
  kind: 'account',
  address,
  content: { owner: address, lamports, executable: false, data: new Uint8Array(size) },
})

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'storage-'))
})
const opened: Storage[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(storage => storage.close()))
  rmSync(directory, { recursive: true })
})

const notices: string[] = []
async function open() {
  notices.length = 0
  const storage = await openStorage(directory, notice => notices.push(notice))
  opened.push(storage)
  return storage
}

const sizeOf = (name: string) => statSync(join(directory, name), { throwIfNoEntry: false })?.size

const sizeOfAll = () => readdirSync(directory).reduce((sum, name) => sum + (sizeOf(name) ?? 0), 0)

describe('a chain’s directory', () => {
  it('holds no entry of a later journal before the earlier journal is whole, after a kill at any moment', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    const large = 10 * 1024 * 1024
    for (let i = 0; i < 10; i++) storage.append(account(BigInt(i), large))
    let isTaken = false
    const snapshot = storage.writeSnapshot(() => {
      isTaken = true
      return empty
    })
    while (!isTaken) await wait(0)
    storage.append(account(10n, 0))
    let isFlushed = false
    const flushed = storage.flush().then(() => {
      isFlushed = true
    })
    while (!isFlushed) {
      if ((sizeOf('journal-2.log') ?? 0) > 0) expect(sizeOf('journal-1.log') ?? large * 10).toBeGreaterThan(large * 10)
      await wait(0)
    }
    await Promise.all([snapshot, flushed])
    await storage.close()
    const { found } = await open()
    expect(found?.entries).toEqual([account(10n, 0)])
  })

  it('continues after a torn record, also if the next journal had just begun', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    storage.append(account(1n, 0))
    await storage.close()
    appendFileSync(join(directory, 'journal-1.log'), Uint8Array.of(9, 0, 0, 0, 1))
    writeFileSync(join(directory, 'journal-2.log'), '')
    const again = await open()
    expect(again.found?.entries).toEqual([account(1n, 0)])
    again.append(account(2n, 0))
    await again.close()
    expect((await open()).found?.entries).toEqual([account(1n, 0), account(2n, 0)])
  })

  it('holds every whole record, for any torn end, and accepts more', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    for (let i = 1n; i <= 3n; i++) storage.append(account(i, 20))
    await storage.close()
    const file = join(directory, 'journal-1.log')
    const whole = readFileSync(file)
    const last = 2 * (whole.length / 3)
    for (let at = last; at < whole.length; at++)
      // A sector that was never written may also read as other bytes.
      for (const torn of [whole.subarray(0, at), whole.with(at, 0x5a ^ (whole[at] ?? 0))]) {
        writeFileSync(file, torn)
        const again = await open()
        expect(again.found?.entries).toEqual([account(1n, 20), account(2n, 20)])
        expect(notices).toEqual([])
        again.append(account(9n, at % 7))
        await again.close()
        const after = await open()
        expect(after.found?.entries).toEqual([account(1n, 20), account(2n, 20), account(9n, at % 7)])
        await after.close()
      }
  })

  it('reports how many entries a damaged byte costs, at any position, and keeps the file', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    for (let i = 1n; i <= 5n; i++) storage.append(account(i, 20))
    await storage.close()
    const file = join(directory, 'journal-1.log')
    const whole = readFileSync(file)
    const size = whole.length / 5
    for (let at = size; at < 2 * size; at++) {
      const damaged = whole.with(at, 0x5a ^ (whole[at] ?? 0))
      writeFileSync(file, damaged)
      const again = await open()
      expect(again.found?.entries).toEqual([account(1n, 20)])
      expect(notices).toEqual([
        expect.stringMatching(`journal-1.log is damaged at byte ${size}: 3 entries behind it are left out`),
      ])
      again.append(account(9n, 0))
      await again.close()
      expect((await open()).found?.entries).toEqual([account(1n, 20), account(9n, 0)])
      expect(notices).toEqual([])
      expect(readFileSync(join(directory, 'damaged-journal-1.log')).equals(damaged)).toBe(true)
    }
  })

  it('continues after an end of zeros, which a power cut may leave', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    storage.append(account(1n, 20))
    await storage.close()
    appendFileSync(join(directory, 'journal-1.log'), new Uint8Array(4_096))
    expect((await open()).found?.entries).toEqual([account(1n, 20)])
    expect(notices).toEqual([])
  })

  it('stays small: a journal that outgrows its snapshot asks for another snapshot, which replaces it', async () => {
    const storage = await open()
    const large = 3 * 1024 * 1024
    const { content } = account(1n, large) as Extract<Entry, { kind: 'account' }>
    const state = { ...empty, accounts: [[address, { ...content, slot: 1n }] as const] }
    await storage.writeSnapshot(() => state)
    let [max, snapshots] = [0, 0]
    for (let i = 0n; i < 60n; i++) {
      storage.append(account(i, large))
      await storage.flush()
      max = Math.max(max, sizeOfAll())
      if (!storage.isOutgrown()) continue
      snapshots++
      await storage.writeSnapshot(() => state)
    }
    expect(snapshots).toBeGreaterThan(3)
    expect(max).toBeLessThan(32 * 1024 * 1024 + 4 * large)
    await storage.close()
    expect((await open()).isOutgrown()).toBe(false)
  })

  // Linux has a file that is always full.
  it.runIf(existsSync('/dev/full')).each([
    ['nothing', ''],
    ['half of it', 'half'],
  ])('writes nothing after entries that a full disk refused at a snapshot, if it kept %s', async (_, kept) => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    symlinkSync('/dev/full', join(directory, 'journal-2.log'))
    await storage.writeSnapshot(() => empty)
    storage.append(account(1n, 0))
    const switching = storage.writeSnapshot(() => empty)
    await expect(switching).rejects.toMatchObject({ code: 'practice/journalFailed' })
    storage.append(account(2n, 0))
    await expect(storage.flush()).rejects.toMatchObject({ code: 'practice/journalFailed' })
    await expect(storage.close()).rejects.toMatchObject({ code: 'practice/journalFailed' })
    rmSync(join(directory, 'journal-2.log'))
    writeFileSync(join(directory, 'journal-2.log'), kept)
    opened.length = 0
    const again = await open()
    expect(again.found?.entries).toEqual([])
    again.append(account(3n, 0))
    await again.close()
    expect((await open()).found?.entries).toEqual([account(3n, 0)])
  })

  it('closes only after a snapshot in progress is complete', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    storage.append(account(1n, 10 * 1024 * 1024))
    const snapshot = storage.writeSnapshot(() => ({ ...empty, slot: 2n }))
    await storage.close()
    const names = readdirSync(directory)
    await snapshot
    expect(readdirSync(directory)).toEqual(names)
    expect((await open()).found?.state.slot).toBe(2n)
  })

  it('reports a journal that breaks off if a later journal has entries', async () => {
    const storage = await open()
    await storage.writeSnapshot(() => empty)
    storage.append(account(1n, 0))
    await storage.close()
    copyFileSync(join(directory, 'journal-1.log'), join(directory, 'journal-2.log'))
    appendFileSync(join(directory, 'journal-1.log'), Uint8Array.of(9))
    await expect(open()).rejects.toMatchObject({ code: 'practice/chainDamaged' })
  })
})
