import type { Mark, StreamRow } from '@tern/server/appRouter'

/** Reads the stream's messages in a tab, and notices what is missing. */
export interface RowReader {
  /** Returns the last batch that the tab has. */
  last(): Mark | undefined
  /** Reads a message, and passes its rows to the listeners. */
  read(text: string): void
  /** The server goes on after this batch. Reports a gap if the tab lacks an earlier batch. */
  goOn(after: Mark | undefined): void
  /** Reports a gap. */
  miss(): void
  onRow(listener: (row: StreamRow) => void): () => void
  onGap(listener: () => void): () => void
}

export function createRowReader(): RowReader {
  const rowListeners = new Set<(row: StreamRow) => void>()
  const gapListeners = new Set<() => void>()
  let last: Mark | undefined
  /**
   * A message could not be parsed or handled. Report a gap at the next good message, so that its content is read again.
   */
  let isTorn = false

  function miss() {
    for (const listener of gapListeners) listener()
  }

  const listenTo = <L>(listeners: Set<L>, listener: L) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    last: () => last,
    read(text) {
      try {
        const row: StreamRow = JSON.parse(text)
        const { epoch, id } = row
        if (!(id >= 0)) throw new RangeError('no message')
        // A frozen tab that led before passes on its old messages when it wakes: ignore batches older than the last.
        if (last?.epoch === epoch && id < last.id) return
        last = { epoch, id }
        if (row.gap !== undefined) miss()
        for (const listener of rowListeners) listener(row)
        if (isTorn) miss()
        isTorn = false
      } catch {
        isTorn = true
      }
    },
    goOn(after) {
      const isWhole = last === undefined || (after?.epoch === last.epoch && after.id <= last.id)
      if (!isWhole) miss()
    },
    miss,
    onRow: listener => listenTo(rowListeners, listener),
    onGap: listener => listenTo(gapListeners, listener),
  }
}
