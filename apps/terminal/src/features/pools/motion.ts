import { useEffect, useState } from 'react'

/** Says whether a list is being scrolled. */
export interface Motion {
  isMoving(): boolean
  /** Calls a listener when the list rests. @returns removes it. */
  onRest(listener: () => void): () => void
}

/** A list rests this long after its last scroll, in milliseconds. */
const restMs = 120

/** Creates the motion of a list. Its box calls `move` at each scroll. */
export function createMotion(): Motion & { move(): void } {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    isMoving: () => timer !== undefined,
    onRest(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        for (const listener of listeners) listener()
      }, restMs)
    },
  }
}

/** Whether the list has rested since the component appeared. Costly parts of a row wait for it. */
export function useRested({ isMoving, onRest }: Motion): boolean {
  const [isRested, setRested] = useState(() => !isMoving())
  useEffect(() => {
    if (isRested) return undefined
    // The list may have rested between the first render and now.
    if (!isMoving()) return setRested(true)
    return onRest(() => setRested(true))
  }, [isRested, isMoving, onRest])
  return isRested
}
