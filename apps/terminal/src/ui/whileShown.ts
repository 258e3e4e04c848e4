import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { createStore, type Followed } from '../data/store.ts'

/**
 * Holds `true` while the view around a component is shown. It is a store and no state, so that a change does not render the view.
 */
export const ShownContext = createContext<Followed<boolean>>(createStore(true))

/**
 * Follows a value while the view is shown, and calls `listener` each time the view appears. @returns a function that
 * stops it
 */
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

/** A `ShownContext` value for a view inside another: shown only while both are. */
export function useShown(isShown: boolean): Followed<boolean> {
  const around = useContext(ShownContext)
  const [own] = useState(() => createStore(isShown))
  useLayoutEffect(() => own.set(isShown), [own, isShown])
  return useMemo(
    () => ({
      get: () => around.get() && own.get(),
      subscribe(listener) {
        const [stopAround, stopOwn] = [around.subscribe(listener), own.subscribe(listener)]
        return () => {
          stopAround()
          stopOwn()
        }
      },
    }),
    [around, own],
  )
}
