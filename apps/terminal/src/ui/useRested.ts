import { useEffect, useState } from 'react'
import type { Motion } from './motion.ts'

/** Whether the list has rested since it shows `of` in this place. Costly parts of a row wait for it. */
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
