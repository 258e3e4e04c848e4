import { program } from '@tern/venues/pumpfun'
import {
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpfun/internal'
import { type Accumulator as AccumulatorOf, volumeAccumulators } from '../volumeAccumulator.ts'

export type Accumulator = AccumulatorOf<UserVolumeAccumulator>

/** The volume accumulators of the curves' program. */
export const accumulators = volumeAccumulators({
  program,
  layout: userVolumeAccumulatorLayout,
  size: userVolumeAccumulatorSize,
  fresh: user => ({
    user,
    needs_claim: false,
    total_unclaimed_tokens: 0n,
    total_claimed_tokens: 0n,
    current_sol_volume: 0n,
    last_update_timestamp: 0n,
    has_total_claimed_tokens: false,
    cashback_earned: 0n,
    total_cashback_claimed: 0n,
    stable_cashback_earned: 0n,
    total_stable_cashback_claimed: 0n,
  }),
})
