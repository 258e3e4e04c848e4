import { createStore } from '../store.ts'

/**
 * Why a form takes no input now. `unseen`: nobody can be sure to see it, which it says. `settling`: it has just come into sight.
 * `checking`: the browser has not told yet, so that it can be typed into and not submitted.
 */
export interface Hold {
  readonly kind: 'unseen' | 'settling' | 'checking'
  readonly why: string
}

/** Where a form is shown, which decides what holds it. */
export interface Place {
  /** The form shows something new. */
  settle(): void
  end(): void
}

/** What holds the forms of this page; `undefined`: nothing does. */
export const hold = createStore<Hold | undefined>(undefined)

/** Resolves once nothing holds the forms. */
export function released(): Promise<void> {
  if (hold.get() === undefined) return Promise.resolve()
  return new Promise(resolve => {
    hold.subscribe(() => hold.get() === undefined && resolve())
  })
}
