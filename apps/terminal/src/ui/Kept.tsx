import { type ReactNode, useRef } from 'react'
import './kept.css'
import { ShownContext, useShown } from './whileShown.ts'

/**
 * One of several views of the same place, which fills it. Once shown it is kept while another one is, as it was and laid out, so
 * that going back to it makes nothing anew; nothing in it is drawn, heard, reached or renewed meanwhile.
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
