import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react'
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

/** For the `ShownContext` of what is shown only while what is around it is. */
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
