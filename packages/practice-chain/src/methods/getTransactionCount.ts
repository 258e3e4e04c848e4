import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** Returns how many transactions have landed since the chain began, at any commitment. */
export const getTransactionCount: Method = ({ bank }, [config]) => {
  slotOf(bank, readOptions(config, 'RpcContextConfig'))
  return bank.epochInfo().transactionCount
}
