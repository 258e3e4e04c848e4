import { type ReactNode, useRef } from 'react'
import './kept.css'
import { ShownContext, useShown } from './whileShown.ts'

/**
 * A view among several of the same place. A view that has been shown stays mounted and laid out while another is shown, so
 * that
 * returning to it rebuilds nothing. While hidden it is not drawn, read out, reachable or updated.
 */
export function Kept({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const last = useRef<ReactNode>(null)
  if (isShown) last.current = children
  const shown = useShown(isShown)
  if (last.current === null) return null
  return (
    <div className={isShown ? 'kept' : 'kept away'} inert={!isShown}>
      <ShownContext value={shown}>{last.current}</ShownContext>
    </div>
  )
}
