import type { ReactNode } from 'react'
import { ShownContext, useShown } from './whileShown.ts'

/** The content of a row that may be parked while its list is shown. A parked row does not update. */
export function ParkedRow({ isAway, children }: { isAway: boolean; children: ReactNode }) {
  return <ShownContext value={useShown(!isAway)}>{children}</ShownContext>
}
