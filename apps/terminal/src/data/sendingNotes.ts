/** Storage for begun sendings until their outcome is known, because a reloaded page forgets its own state. */
export interface Notebook extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Lists the names of all items. */
  names(): readonly string[]
}

const notePrefix = 'tern-underway '

/** Each subject has an item of its own, so that two tabs that write in the same moment cannot lose each other's note. */
const noteOf = (subject: string) => `${notePrefix}${subject}`

/** In a browser that stores nothing, there are no notes, and the locks of the open tabs still hold. */
function ifStored<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Creates the notes of begun sendings. A note counts for `lifeMs`, the time in which its transaction may land. */
export function createSendingNotes(notebook: Notebook, lifeMs: number) {
  const noted = () =>
    (ifStored(notebook.names) ?? []).flatMap(name => (name.startsWith(notePrefix) ? name.slice(notePrefix.length) : []))

  /** Returns for how many milliseconds a noted trade may still land; 0 or less if it cannot. */
  function leftMs(subject: string): number {
    const begunAt = Number(ifStored(() => notebook.getItem(noteOf(subject))))
    return Math.min(lifeMs, begunAt + lifeMs - Date.now()) || 0
  }

  function note(subject: string, state: 'begun' | 'over') {
    ifStored(() => {
      for (const one of noted()) if (one !== subject && leftMs(one) <= 0) notebook.removeItem(noteOf(one))
      if (state === 'begun') notebook.setItem(noteOf(subject), String(Date.now()))
      else notebook.removeItem(noteOf(subject))
    })
  }

  return { noted, leftMs, note }
}
