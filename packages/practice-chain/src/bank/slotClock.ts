import type { Clock } from '@tern/core'
import { clockData } from './clockData.ts'

/** The chain's clock, and the Clock sysvar's data in earlier slots. */
export interface SlotClock {
  now(): Clock
  /** The unix timestamp of the epoch's first block. */
  epochStartTimestamp(): bigint
  /** Begins a slot, and its epoch if that is a new epoch. @returns the Clock sysvar's data. */
  begin(slot: bigint, unixTimestamp: bigint): Uint8Array
  /** The Clock sysvar's data in a slot; `undefined` if the slot had no block or is forgotten. */
  dataIn(slot: bigint): Uint8Array | undefined
  /** Forgets the data of the slots before `slot`. */
  forgetBefore(slot: bigint): void
  /** Sets the epoch that the next slot continues. */
  setEpoch(epoch: bigint, startTimestamp?: bigint): void
}

export function createSlotClock(slotsPerEpoch: bigint): SlotClock {
  let clock: Clock = { slot: 0n, unixTimestamp: 0n, epoch: -1n }
  let epochStartTimestamp = 0n
  const datas = new Map<bigint, Uint8Array>()
  return {
    now: () => clock,
    epochStartTimestamp: () => epochStartTimestamp,
    begin(slot, unixTimestamp) {
      const epoch = slot / slotsPerEpoch
      if (epoch !== clock.epoch) epochStartTimestamp = unixTimestamp
      clock = { slot, unixTimestamp, epoch }
      const data = clockData(clock, epochStartTimestamp)
      datas.set(slot, data)
      return data
    },
    dataIn: slot => datas.get(slot),
    forgetBefore(first) {
      for (const slot of datas.keys()) if (slot < first) datas.delete(slot)
    },
    setEpoch(epoch, startTimestamp = epochStartTimestamp) {
      clock = { ...clock, epoch }
      epochStartTimestamp = startTimestamp
    },
  }
}
