import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openLineJournal } from './lineJournal.ts'

interface Entry {
  readonly key: string
  readonly value: number
}
const temporary = () => join(mkdtempSync(join(tmpdir(), 'tern-journal-')), 'x.jsonl')
const write = (path: string, ...lines: readonly string[]) => writeFileSync(path, lines.join('\n'))
const line = (key: string, value: number) => JSON.stringify({ key, value })
const latest = (entries: readonly Entry[]) => [...new Map(entries.map(entry => [entry.key, entry])).values()]
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n')

it('thins out the entries of a long file while it reads, so that it never holds all of them', async () => {
  const path = temporary()
  write(path, ...Array.from({ length: 5_000 }, (_, i) => line(`k${i % 7}`, i)), '')
  const held: number[] = []
  const keep = (entries: readonly Entry[]) => {
    held.push(entries.length)
    return latest(entries)
  }
  const journal = await openLineJournal<Entry>(path, keep, { keepEveryBytes: 2_000 })
  await journal.close()
  expect(held.length).toBeGreaterThan(20)
  expect(Math.max(...held)).toBeLessThan(200)
  expect(journal.entries).toHaveLength(7)
  expect(journal.entries.map(({ value }) => value).sort()).toEqual([4_993, 4_994, 4_995, 4_996, 4_997, 4_998, 4_999])
  expect(linesOf(path)).toEqual([...journal.entries.map(({ key, value }) => line(key, value)), ''])
})

it('accepts an entry only once the disk has it, because a power cut loses everything else', async () => {
  const path = temporary()
  const journal = await openLineJournal<Entry>(path, latest)
  const handle = await open(path, 'r')
  const synced = Promise.withResolvers<void>()
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync').mockReturnValue(synced.promise)
  let isAccepted = false
  const appended = journal.append({ key: 'k', value: 1 }).then(() => {
    isAccepted = true
  })
  await vi.waitFor(() => expect(sync).toHaveBeenCalledOnce())
  expect([linesOf(path), isAccepted]).toEqual([[line('k', 1), ''], false])
  synced.resolve()
  await appended
  sync.mockRestore()
  await handle.close()
  await journal.close()
})

it('reads lines across the boundaries of chunks, in any script', async () => {
  const path = temporary()
  const texts = Array.from({ length: 40 }, (_, i) => '\u20AC\u{1F426}'.repeat(10_000 + i))
  write(path, ...texts.map(text => JSON.stringify(text)), '')
  const journal = await openLineJournal<string>(path)
  expect(journal.entries).toEqual(texts)
  await journal.append('last')
  await journal.close()
  const again = await openLineJournal<string>(path)
  expect(again.entries).toEqual([...texts, 'last'])
  await again.close()
})

it('drops a last line that a crash cut off, silently', async () => {
  const path = temporary()
  const notices: string[] = []
  // The cut line may be valid JSON by chance, but it was longer before.
  write(path, line('a', 1), line('b', 2))
  const journal = await openLineJournal<Entry>(path, undefined, { onNotice: notice => notices.push(notice) })
  await journal.close()
  expect([journal.entries, linesOf(path), notices]).toEqual([[{ key: 'a', value: 1 }], [line('a', 1), ''], []])
  expect(existsSync(`${path}.damaged`)).toBe(false)
})

it('reports the number of unreadable lines in one notice, and keeps a copy of the file', async () => {
  const path = temporary()
  const notices: string[] = []
  write(path, line('a', 1), '{"key":\u0000', line('b', 2), 'x', '')
  const journal = await openLineJournal<Entry>(path, undefined, { onNotice: notice => notices.push(notice) })
  await journal.close()
  expect(journal.entries.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(notices).toEqual([expect.stringContaining(`${path} is damaged: 2 of its lines cannot be read`)])
  expect(linesOf(`${path}.damaged`)).toHaveLength(5)
  expect(linesOf(path)).toEqual([line('a', 1), line('b', 2), ''])
})

it('writes completed entries to the file, even if their number stays the same', async () => {
  const path = temporary()
  write(path, line('a', 1), line('a', 2), '')
  const complete = (entries: readonly Entry[]) => [...entries, { key: 'b', value: 7 }]
  const journal = await openLineJournal<Entry>(path, latest, { complete })
  await journal.close()
  expect(linesOf(path)).toEqual([line('a', 2), line('b', 7), ''])
})
