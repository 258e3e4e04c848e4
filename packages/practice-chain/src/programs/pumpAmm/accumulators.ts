import { program } from '@tern/venues/pumpAmm'
import {
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpAmm/internal'
import type { Script } from '../../effects/script.ts'
import { type Accumulator as AccumulatorOf, noVolume, volumeAccumulators } from '../volumeAccumulator.ts'

export type Accumulator = AccumulatorOf<UserVolumeAccumulator>

/** The volume accumulators of the pools' program. */
export const accumulators = volumeAccumulators({
  program,
  layout: userVolumeAccumulatorLayout,
  size: userVolumeAccumulatorSize,
  fresh: user => ({ user, ...noVolume }),
})

/** Adds the cashback of a trade to its trader's accumulator. */
export function earn(script: Script, accumulator: Accumulator, amount: bigint): void {
  const { state } = accumulator
  accumulators.write(script, accumulator, { ...state, cashback_earned: state.cashback_earned + amount })
}
