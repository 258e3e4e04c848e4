import type { Method } from './method.ts'

/** How slots make epochs: all are of one length from the first. */
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
