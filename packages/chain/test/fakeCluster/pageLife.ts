import type { Timeline } from './timeline.ts'

/** A life of the page. After its death it does and receives nothing. */
export interface Session {
  readonly isAlive: boolean
  /** Performs a step that others can see. The page may die before it. `undefined`: it is dead. */
  act<T>(run: () => Promise<T>): Promise<T>
  die(): void
}

/** A dead page waits for this. Each promise is new: a shared promise would keep every waiter in memory. */
const never = () => new Promise<never>(() => undefined)

/** @param diesAtStep the page dies before this step, counted from 1. */
export function createSession(onDeath: () => void, diesAtStep = Number.POSITIVE_INFINITY): Session {
  let isAlive = true
  let steps = 0
  function die() {
    if (!isAlive) return
    isAlive = false
    onDeath()
  }
  return {
    get isAlive() {
      return isAlive
    },
    act(run) {
      if (++steps >= diesAtStep) die()
      if (!isAlive) return never()
      return new Promise((resolve, reject) => {
        run().then(
          value => {
            if (isAlive) resolve(value)
          },
          error => {
            if (isAlive) reject(error)
          },
        )
      })
    },
    die,
  }
}

/** A pause in the page's life. Others cannot see it, so it is not a step. */
export const pauseOf =
  (session: Session, timeline: Timeline) =>
  (ms: number, signal: AbortSignal): Promise<void> =>
    session.isAlive ? timeline.pause(ms, signal).then(() => (session.isAlive ? undefined : never())) : never()
