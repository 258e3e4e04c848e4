/** A plan that failed is tried again after this time. */
const againMs = 3_000
/** A plan that changes with time is renewed this often, because the chain's clock counts whole seconds. */
const timelyMs = 1_000

interface Making<Planned> {
  plan(): Promise<Planned>
  /** Returns `true` if `planned` changes as time passes. */
  changes(planned: Planned): boolean
  onPlanned(planned: Planned): void
  onFailure(error: unknown): void
}

/**
 * Makes a plan. Renews it each second while it changes with time, and tries again 3 s after a failure.
 * It does not follow the pool or balances: if they change, the caller ends this and starts again.
 *
 * @returns ends it. Neither `onPlanned` nor `onFailure` is called after that.
 */
export function keepPlanned<Planned>({ plan, changes, onPlanned, onFailure }: Making<Planned>): () => void {
  let gone = false
  let again: ReturnType<typeof setTimeout> | undefined
  const make = async () => {
    try {
      const planned = await plan()
      if (gone) return
      onPlanned(planned)
      if (changes(planned)) again = setTimeout(make, timelyMs)
    } catch (error) {
      if (gone) return
      onFailure(error)
      again = setTimeout(make, againMs)
    }
  }
  void make()
  return () => {
    gone = true
    clearTimeout(again)
  }
}
