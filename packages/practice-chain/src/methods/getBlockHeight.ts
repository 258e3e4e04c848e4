import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** How many blocks there are. */
export const getBlockHeight: Method = ({ bank }, [config]) =>
  bank.blockHeight(slotOf(bank, readOptions(config, 'RpcContextConfig')))
