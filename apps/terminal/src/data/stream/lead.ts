/** One tab's part in who of them leads. */
export interface Candidate {
  readonly isLeading: boolean
  /** Leads as soon as nobody else does. */
  seek(): void
  /** Leads now: who led does not answer. */
  steal(): void
  /** Leads no more, and does not seek to. */
  resign(): void
}

/**
 * Web Locks decide: the browser gives the lock to the next tab the moment its holder closes or crashes. A holder that is frozen
 * keeps it, and is told when it wakes that it was taken.
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
      // It was given up before it was granted, or taken by another tab.
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
