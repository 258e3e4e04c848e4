import { type ReactNode, useRef } from 'react'
import './kept.css'

/**
 * One of several views of the same place, which fills it. Once shown it is kept while another one is, as it was and laid out, so
 * that going back to it makes nothing anew; nothing in it is drawn, heard or reached meanwhile.
 */
export function Kept({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const shown = useRef<ReactNode>(null)
  if (isShown) shown.current = children
  if (shown.current === null) return null
  return (
    <div className={isShown ? 'kept' : 'kept away'} inert={!isShown}>
      {shown.current}
    </div>
  )
}
