import { createReadStream } from 'node:fs'
import { copyFile, type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An append-only file of JSON lines. When `append` resolves, the entry is on the disk. */
export interface LineJournal<Entry> {
  /**
   * All entries of earlier runs, in order. A line that a crash cut off is not included: its `append` never resolved.
   */
  readonly entries: readonly Entry[]
  append(entry: Entry): Promise<void>
  close(): Promise<void>
}

type Keep<Entry> = (entries: readonly Entry[]) => readonly Entry[]

interface JournalOptions<Entry> {
  /** Called once with the kept entries. Returns the entries that the journal begins with. */
  readonly complete?: Keep<Entry>
  /** Receives a line for the log if lines are unreadable. */
  readonly onNotice?: (notice: string) => void
  /** Calls `keep` each time that this many bytes have been read. */
  readonly keepEveryBytes?: number
}

/**
 * Opens the journal at `path`. If lines are unreadable, a copy of the file is kept as `.damaged`.
 *
 * @param keep returns the entries to keep. For a long file it is also called in between, with the kept entries and
 *   the next ones. If the kept entries differ from the file, the file is replaced in a single step: a crash leaves the old
 *   file or the new file.
 */
export async function openLineJournal<Entry>(
  path: string,
  keep: Keep<Entry> = found => found,
  options: JournalOptions<Entry> = {},
): Promise<LineJournal<Entry>> {
  const { complete = kept => kept, onNotice = () => {}, keepEveryBytes = 64 * 1024 * 1024 } = options
  const { entries: kept, damagedLines, ...found } = await readEntries<Entry>(path, keep, keepEveryBytes)
  const entries = complete(kept)
  const isChanged = found.isChanged || !isSame(kept, entries)
  if (damagedLines > 0) {
    await copyFile(path, `${path}.damaged`)
    onNotice(
      `${path} is damaged: ${damagedLines} of its lines cannot be read and are left out. The file is kept as ${path}.damaged; restore a backup if something is missing`,
    )
  }
  if (isChanged) await replace(path, entries)
  const file = await open(path, 'a', 0o600)
  await syncDirectory(path)
  let last: Promise<unknown> = Promise.resolve()
  return {
    entries,
    append(entry) {
      const appended = last.then(() => write(file, entry))
      last = appended.catch(() => {})
      return appended
    },
    async close() {
      await last
      await file.close()
    },
  }
}

async function write(file: FileHandle, entry: unknown) {
  const { size } = await file.stat()
  try {
    await file.appendFile(`${JSON.stringify(entry)}\n`)
    await file.datasync()
  } catch (error) {
    // Remove a half-written line, because it would corrupt the next line.
    await file.truncate(size).catch(() => {})
    throw error
  }
}

interface Found<Entry> {
  readonly entries: readonly Entry[]
  /** `true` if the file differs from the entries. */
  readonly isChanged: boolean
  /**
   * Number of unreadable lines within the file. A crash of this server cuts off the last line only, which does not
   * count.
   */
  readonly damagedLines: number
}

/**
 * Reads the entries of a journal in turn, so the file may have any size.
 * Skips unreadable lines, and the unfinished last line of an open journal.
 *
 * @param mayMatch selects lines by their text, before they are parsed.
 */
export async function* entriesIn<Entry>(
  path: string,
  mayMatch: (line: string) => boolean = () => true,
): AsyncGenerator<Entry> {
  for await (const { text, isEnded } of linesOf(path))
    try {
      if (isEnded && mayMatch(text)) yield JSON.parse(text)
    } catch {
      // The next `openLineJournal` reports it.
    }
}

/**
 * Deletes entries of a closed journal, in one step, without holding the whole file in memory.
 * Unreadable lines stay: the next `openLineJournal` reports them.
 */
export async function rewriteJournal<Entry>(path: string, isKept: (entry: Entry) => boolean): Promise<void> {
  async function* kept() {
    for await (const { text, isEnded } of linesOf(path)) if (isEnded && isKeptLine(text)) yield `${text}\n`
  }
  const isKeptLine = (text: string): boolean => {
    try {
      return isKept(JSON.parse(text))
    } catch {
      return true
    }
  }
  await replaceBy(path, kept())
}

/** Reads line by line, because the file may be longer than the longest possible string. */
async function readEntries<Entry>(path: string, keep: Keep<Entry>, keepEveryBytes: number): Promise<Found<Entry>> {
  let entries: readonly Entry[] = []
  let unkept: Entry[] = []
  let [unkeptBytes, damagedLines, isChanged] = [0, 0, false]
  const keepNow = () => {
    const all = [...entries, ...unkept]
    entries = keep(all)
    isChanged ||= !isSame(entries, all)
    unkept = []
    unkeptBytes = 0
  }
  for await (const { text, isEnded } of linesOf(path)) {
    try {
      if (isEnded) unkept.push(JSON.parse(text))
      else isChanged = true
    } catch {
      damagedLines++
      isChanged = true
    }
    unkeptBytes += text.length
    if (unkeptBytes >= keepEveryBytes) keepNow()
  }
  keepNow()
  return { entries, isChanged, damagedLines }
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((entry, i) => entry === others[i])

interface Line {
  readonly text: string
  readonly isEnded: boolean
}

const lineEnd = 10

/** Reads a file's lines in turn. Yields nothing if there is no file. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  let begun: Buffer[] = []
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
        begun.push(chunk.subarray(from, end))
        yield { text: Buffer.concat(begun).toString('utf8'), isEnded: true }
        begun = []
        from = end + 1
      }
      if (from < chunk.length) begun.push(chunk.subarray(from))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  if (begun.length > 0) yield { text: Buffer.concat(begun).toString('utf8'), isEnded: false }
}

function replace(path: string, entries: readonly unknown[]) {
  function* lines() {
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  return replaceBy(path, lines())
}

/** Characters in a single write. */
const maxWritten = 1024 * 1024

async function replaceBy(path: string, lines: AsyncIterable<string> | Iterable<string>) {
  const next = await open(`${path}.next`, 'w', 0o600)
  let waiting: string[] = []
  let size = 0
  for await (const line of lines) {
    waiting.push(line)
    size += line.length
    if (size < maxWritten) continue
    await next.appendFile(waiting.join(''))
    waiting = []
    size = 0
  }
  await next.appendFile(waiting.join(''))
  await next.sync()
  await next.close()
  await rename(`${path}.next`, path)
  await syncDirectory(path)
}

/**
 * Syncs the directory, because only then is a new name on the disk. Windows cannot do this, and needs no sync for
 * names.
 */
async function syncDirectory(path: string) {
  if (process.platform === 'win32') return
  const directory = await open(dirname(path), 'r')
  await directory.sync()
  await directory.close()
}
