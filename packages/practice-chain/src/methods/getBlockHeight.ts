import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** Returns the number of blocks. */
export const getBlockHeight: Method = ({ bank }, [config]) =>
  bank.blockHeight(slotOf(bank, readOptions(config, 'RpcContextConfig')))
