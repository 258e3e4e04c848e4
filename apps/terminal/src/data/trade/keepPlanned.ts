/** What could not be read is asked for again after so long. */
const againMs = 3_000
/** So often a plan is made anew that comes to something else as time goes by: the chain's clock counts whole seconds. */
const timelyMs = 1_000

interface Making<Planned> {
  plan(): Promise<Planned>
  /** Whether `planned` is another one once time has passed. */
  changes(planned: Planned): boolean
  onPlanned(planned: Planned): void
  onFailure(error: unknown): void
}

/**
 * Makes a plan, and makes it anew for as long as time changes it, or it could not be made. What is pushed is for the caller to see:
 * it begins anew then. @returns ends it: nothing is told after that.
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
