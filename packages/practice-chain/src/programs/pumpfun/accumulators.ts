import { program } from '@tern/venues/pumpfun'
import {
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpfun/internal'
import { type Accumulator as AccumulatorOf, noVolume, volumeAccumulators } from '../volumeAccumulator.ts'

export type Accumulator = AccumulatorOf<UserVolumeAccumulator>

/** The volume accumulators of the curves' program. */
export const accumulators = volumeAccumulators({
  program,
  layout: userVolumeAccumulatorLayout,
  size: userVolumeAccumulatorSize,
  fresh: user => ({ user, ...noVolume, stable_cashback_earned: 0n, total_stable_cashback_claimed: 0n }),
})
