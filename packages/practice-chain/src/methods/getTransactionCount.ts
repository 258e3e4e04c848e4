import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** How many transactions have landed since the chain began, up to this moment. */
export const getTransactionCount: Method = ({ bank }, [config]) => {
  slotOf(bank, readOptions(config, 'RpcContextConfig'))
  return bank.epochInfo().transactionCount
}
