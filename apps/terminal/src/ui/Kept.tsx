import { Activity, type ReactNode, useRef } from 'react'

/**
 * One of several views of the same place. Once shown it is kept while another one is, as it was, so that going back to it
 * makes nothing anew; nothing in it runs meanwhile.
 */
export function Kept({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const shown = useRef<ReactNode>(null)
  if (isShown) shown.current = children
  return <Activity mode={isShown ? 'visible' : 'hidden'}>{shown.current}</Activity>
}
