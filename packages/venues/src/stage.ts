import type { Clock } from '@tern/core'
import type { CurveState, Pool } from './venue.ts'

/** A token's stage, from its launch on a curve to its final pool. */
export type Stage = 'notOpen' | CurveState['stage']

/**
 * Returns the stage of `pool` at `clock`: `notOpen` until it opens, then the curve's stage. A pool without a curve is
 * `trading`.
 */
export function stageOf(pool: Pick<Pool, 'curve' | 'opensAtSeconds'>, clock: Clock): Stage {
  if (pool.opensAtSeconds?.(clock) !== undefined) return 'notOpen'
  return pool.curve?.stage ?? 'trading'
}
