import { copyFile, type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An append-only file of JSON lines: what `append` has answered for is on the disk. */
export interface Journal<Entry> {
  /** Every entry of earlier runs, in order. A line that a crash cut off was never answered for, and is not among them. */
  readonly entries: readonly Entry[]
  append(entry: Entry): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the journal at `path`. A file with lines that cannot be read is kept beside it, as `.damaged`.
 *
 * @param keep - returns the entries that replace the earlier ones; if their number differs, the file is replaced in one step, so
 *   that a crash leaves either the old file or the new one.
 */
export async function openJournal<Entry>(
  path: string,
  keep?: (entries: readonly Entry[]) => readonly Entry[],
): Promise<Journal<Entry>> {
  const { entries: found, condition } = await readEntries<Entry>(path)
  const entries = keep?.(found) ?? found
  if (condition === 'damaged') await copyFile(path, `${path}.damaged`)
  if (condition !== 'whole' || entries.length !== found.length) await replace(path, entries)
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
    // Half a line would swallow the next one.
    await file.truncate(size).catch(() => {})
    throw error
  }
}

/** `torn`: a crash cut off the last line. `damaged`: a line within cannot be read, which no crash of ours does. */
type Condition = 'whole' | 'torn' | 'damaged'

async function readEntries<Entry>(path: string): Promise<{ entries: Entry[]; condition: Condition }> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { entries: [], condition: 'whole' }
    throw error
  }
  const lines = text.split('\n')
  let condition: Condition = lines.pop() === '' ? 'whole' : 'torn'
  const entries: Entry[] = []
  for (const line of lines) {
    try {
      entries.push(JSON.parse(line))
    } catch {
      condition = 'damaged'
    }
  }
  return { entries, condition }
}

async function replace(path: string, entries: readonly unknown[]) {
  const next = await open(`${path}.next`, 'w', 0o600)
  for (const entry of entries) await next.appendFile(`${JSON.stringify(entry)}\n`)
  await next.sync()
  await next.close()
  await rename(`${path}.next`, path)
  await syncDirectory(path)
}

/** A new name is on the disk only when its directory is. Windows has no such thing, and keeps names by itself. */
async function syncDirectory(path: string) {
  if (process.platform === 'win32') return
  const directory = await open(dirname(path), 'r')
  await directory.sync()
  await directory.close()
}
