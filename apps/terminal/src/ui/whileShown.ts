import { createContext } from 'react'
import { createStore, type Followed } from '../data/store.ts'

/** Whether the view is shown that a component is part of. It is no state: who follows it is not rendered by it. */
export const ShownContext = createContext<Followed<boolean>>(createStore(true))

/** Follows a value while the view is shown, and calls at once, whenever that begins. @returns stops it. */
export function whileShown(shown: Followed<boolean>, subscribe: Followed<unknown>['subscribe'], listener: () => void) {
  let stop: (() => void) | undefined
  function turn() {
    if (shown.get() === (stop !== undefined)) return
    if (stop === undefined) {
      stop = subscribe(listener)
      listener()
    } else {
      stop()
      stop = undefined
    }
  }
  turn()
  const end = shown.subscribe(turn)
  return () => {
    end()
    stop?.()
  }
}
