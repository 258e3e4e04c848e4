import type { Clock } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'

const layout = struct('Clock', 40, {
  slot: u64,
  epochStartTimestamp: u64,
  epoch: u64,
  leaderScheduleEpoch: u64,
  unixTimestamp: u64,
})

/** Encodes the data of the Clock sysvar. */
export const clockData = (clock: Clock, epochStartTimestamp: bigint): Uint8Array =>
  layout.encode({ ...clock, epochStartTimestamp, leaderScheduleEpoch: clock.epoch + 1n })

/** Reads the chain's time from the data of its Clock sysvar, in unix seconds. */
export const unixSecondsOf = (data: Uint8Array): bigint => layout.view(data).unixTimestamp
