import { createStore } from '../store.ts'

/**
 * The reason why a form accepts no input now. `why` is the text for the user.
 *  - `unseen`: the form may be hidden or covered.
 *  - `settling`: it has just become visible.
 *  - `checking`: the browser has not reported yet. The user can type, but not submit.
 */
export interface Hold {
  readonly kind: 'unseen' | 'settling' | 'checking'
  readonly why: string
}

/** The place of a form: a frame or a window. It decides when to hold the form. */
export interface Place {
  /** Call after the form shows a new step. */
  settle(): void
  end(): void
}

/** The hold on this page's forms. `undefined`: no hold. */
export const hold = createStore<Hold | undefined>(undefined)

/** Resolves once there is no hold. */
export function released(): Promise<void> {
  if (hold.get() === undefined) return Promise.resolve()
  return new Promise(resolve => {
    hold.subscribe(() => hold.get() === undefined && resolve())
  })
}
