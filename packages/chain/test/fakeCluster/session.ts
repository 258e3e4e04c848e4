import type { Timeline } from './timeline.ts'

/** One life of the page. Dead, it does nothing more and hears of nothing more. */
export interface Session {
  readonly isAlive: boolean
  /** The page does something that others can see: it may die of it first. `undefined`: it has. */
  act<T>(run: () => Promise<T>): Promise<T>
  die(): void
}

/** What a page that died waits for; one of its own, or all that wait would be kept. */
const never = () => new Promise<never>(() => undefined)

/** `diesAtStep`: the page dies before its n-th act, from 1. */
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

/** A pause in a page's life: of no interest to others, so no step. */
export const pauseOf =
  (session: Session, timeline: Timeline) =>
  (ms: number, signal: AbortSignal): Promise<void> =>
    session.isAlive ? timeline.pause(ms, signal).then(() => (session.isAlive ? undefined : never())) : never()
