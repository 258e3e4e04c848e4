import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** Returns the chain's position in its epoch, at the commitment. */
export const getEpochInfo: Method = ({ bank }, [config]) => {
  const slot = slotOf(bank, readOptions(config, 'RpcContextConfig'))
  const { slotsInEpoch, transactionCount } = bank.epochInfo()
  return {
    absoluteSlot: slot,
    blockHeight: bank.blockHeight(slot),
    epoch: slot / slotsInEpoch,
    slotIndex: slot % slotsInEpoch,
    slotsInEpoch,
    transactionCount,
  }
}
