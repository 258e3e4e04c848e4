import type { ReactNode } from 'react'
import { ShownContext, useShown } from './whileShown.ts'

/** What is in a row that may be away while its list is shown: nothing of it is renewed then. */
export function ParkedRow({ isAway, children }: { isAway: boolean; children: ReactNode }) {
  return <ShownContext value={useShown(!isAway)}>{children}</ShownContext>
}
