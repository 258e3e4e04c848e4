import type { Planned } from '@tern/client'
import type { Owner } from '@tern/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import { errorText } from '../../text/errorText.ts'
import { keepPlanned } from './keepPlanned.ts'

/** An action to plan. */
export interface PlanWish<Made> {
  /** Names the wish. Another key makes a new plan. */
  readonly key: string
  /** Unset: no wallet. */
  readonly owner: Owner | undefined
  /** Facts that the plan depends on, such as balances and fees. A change renews the plan, which stays until then. */
  readonly facts: string
  plan(): Promise<Made>
}

/** A wish is planned once it has not changed for this long. */
const quietMs = 250
/** A plan is renewed after this time. */
export const renewMs = 5_000

interface Kept<Made> {
  readonly key: string
  readonly owner: Owner | undefined
  readonly planned?: Made
  readonly failure?: string
  readonly atMs: number
}

/** The plan of a wish, or the reason why it cannot be made. */
export interface KeptPlan<Made> {
  readonly planned?: Made
  readonly failure?: string
  /** When it was made, in milliseconds since 1970. */
  readonly atMs?: number
}

/** Plans a wish, and renews the plan when the wish or its facts change, when `renew` is called, and every 5 s. */
export function useKeptPlan<Made extends Planned>(
  wish: PlanWish<Made> | undefined,
): KeptPlan<Made> & { readonly renew: () => void } {
  const [made, setMade] = useState<Kept<Made>>()
  const [news, renew] = useReducer((times: number) => times + 1, 0)
  const standing = useRef('')
  const latest = useRef(wish)
  latest.current = wish
  const { key, owner, facts } = wish ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the wish, and news or facts make another plan
  useEffect(() => {
    const asked = latest.current
    // Forget the plan: after it was sent, the same wish must not return the plan that it was made from.
    if (key === undefined || asked === undefined) return setMade(undefined)
    const isNew = standing.current !== key
    standing.current = key
    let stop: (() => void) | undefined
    const start = () => {
      stop = keepPlanned({
        plan: () => asked.plan(),
        changes: () => false,
        onPlanned: planned => setMade({ key, owner: asked.owner, planned, atMs: Date.now() }),
        onFailure: error => setMade({ key, owner: asked.owner, failure: errorText(error), atMs: Date.now() }),
      })
    }
    const timer = setTimeout(start, isNew ? quietMs : 0)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [key, owner, facts, news])
  const current = made !== undefined && made.key === key && made.owner === owner ? made : undefined
  useEffect(() => {
    if (current === undefined) return
    const timer = setTimeout(renew, renewMs)
    return () => clearTimeout(timer)
  }, [current])
  if (current === undefined) return { renew }
  const { planned, failure, atMs } = current
  return { renew, atMs, ...(planned && { planned }), ...(failure !== undefined && { failure }) }
}
