import type { Clock } from '@tern/core'
import type { CurveState, Pool } from './venue.ts'

/** Where a pool stands on the way from a launch to where its token stays. */
export type Stage = 'notOpen' | CurveState['stage']

/** Where `pool` stands at `clock`: `notOpen` until it opens; then a curve where it is on its way, any other pool `trading`. */
export function stageOf(pool: Pick<Pool, 'curve' | 'opensAtSeconds'>, clock: Clock): Stage {
  if (pool.opensAtSeconds?.(clock) !== undefined) return 'notOpen'
  return pool.curve?.stage ?? 'trading'
}
