import { useEffect, useRef, useState } from 'react'
import type { Motion } from './motion.ts'
import { type PlacedRow, placeRows } from './placeRows.ts'
import type { useRowsInSight } from './useRowsInSight.ts'

/**
 * Gives each row in sight and its neighbours an element. A list that is scrolled uses its elements again, unless the keyboard's
 * focus is inside: Tab follows the order of the document.
 */
export function usePlacedRows(
  keys: readonly string[],
  { from, to, sight }: Pick<ReturnType<typeof useRowsInSight>, 'from' | 'to' | 'sight'>,
  { motion, isFocused }: { readonly motion: Motion; readonly isFocused: boolean },
): readonly PlacedRow[] {
  const shown = useRef<readonly PlacedRow[]>([])
  const [frame, renew] = useState(0)
  useEffect(() => motion.onRest(() => renew(times => times + 1)), [motion])
  const { placed, isWhole } = placeRows(shown.current, {
    keys,
    sight,
    around: { from, to },
    isMoving: motion.isMoving() && !isFocused,
  })
  shown.current = placed
  // biome-ignore lint/correctness/useExhaustiveDependencies: each frame adds a few rows, and asks for the next frame
  useEffect(() => {
    if (isWhole) return
    const next = requestAnimationFrame(() => renew(times => times + 1))
    return () => cancelAnimationFrame(next)
  }, [isWhole, frame])
  return placed
}
