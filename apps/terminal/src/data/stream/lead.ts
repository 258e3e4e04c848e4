/** A tab's part in electing the leading tab. */
export interface Candidate {
  readonly isLeading: boolean
  /** Leads as soon as no other tab does. */
  seek(): void
  /** Leads now, because the leader does not answer. */
  steal(): void
  /** Stops leading, and stops seeking to. */
  resign(): void
}

/**
 * Creates a candidate. Web Locks elect the leader: if the holder closes or crashes, the browser gives the lock to the next tab.
 * A frozen holder keeps the lock. If another tab steals it, the old holder learns of it when it wakes.
 */
export function createCandidate(
  locks: LockManager,
  name: string,
  { onLead, onLost }: { onLead(): void; onLost(): void },
): Candidate {
  let release: (() => void) | undefined
  let seeking: AbortController | undefined

  async function request(options: LockOptions) {
    let mine: (() => void) | undefined
    const hold = () =>
      new Promise<void>(resolve => {
        mine = release = resolve
        seeking = undefined
        onLead()
      })
    try {
      await locks.request(name, options, hold)
    } catch {
      // The request was given up before the lock was granted, or another tab stole the lock.
    }
    if (mine === undefined || mine !== release) return
    release = undefined
    onLost()
  }

  const giveUp = () => {
    seeking?.abort()
    seeking = undefined
  }

  return {
    get isLeading() {
      return release !== undefined
    },
    seek() {
      if (release !== undefined || seeking !== undefined) return
      seeking = new AbortController()
      void request({ signal: seeking.signal })
    },
    steal() {
      if (release !== undefined) return
      giveUp()
      void request({ steal: true })
    },
    resign() {
      giveUp()
      release?.()
    },
  }
}
