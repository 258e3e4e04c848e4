import type { Method } from './method.ts'

/** Returns the epoch schedule: all epochs have the same length, from the first on. */
export const getEpochSchedule: Method = ({ bank }) => {
  const { slotsInEpoch } = bank.epochInfo()
  return {
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: slotsInEpoch,
    slotsPerEpoch: slotsInEpoch,
    warmup: false,
  }
}
