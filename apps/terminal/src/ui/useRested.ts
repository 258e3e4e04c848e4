import { useEffect, useState } from 'react'
import type { Motion } from './motion.ts'

/** Tests if the list has rested since this place began to show `of`. Costly parts of a row wait for that. */
export function useRested({ isMoving, onRest }: Motion, of: string): boolean {
  const [restedOf, setRestedOf] = useState(() => (isMoving() ? undefined : of))
  const isRested = restedOf === of
  if (!isRested && !isMoving()) setRestedOf(of)
  useEffect(() => {
    if (isRested) return undefined
    // The list may have rested between the render and now.
    if (!isMoving()) return setRestedOf(of)
    return onRest(() => setRestedOf(of))
  }, [isRested, isMoving, onRest, of])
  return isRested
}
