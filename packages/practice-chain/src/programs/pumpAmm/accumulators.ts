import { program } from '@tern/venues/pumpAmm'
import {
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpAmm/internal'
import type { Script } from '../../effects/script.ts'
import { type Accumulator as AccumulatorOf, volumeAccumulators } from '../volumeAccumulator.ts'

export type Accumulator = AccumulatorOf<UserVolumeAccumulator>

/** The volume accumulators of the pools' program. */
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
  }),
})

/** Adds the cashback of a trade to its trader's accumulator. */
export function earn(script: Script, accumulator: Accumulator, amount: bigint): void {
  const { state } = accumulator
  accumulators.write(script, accumulator, { ...state, cashback_earned: state.cashback_earned + amount })
}
