import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** Where in its epoch the chain is, as the commitment sees it. */
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
