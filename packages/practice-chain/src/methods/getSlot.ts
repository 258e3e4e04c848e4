import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** Returns the newest slot at a commitment. */
export const getSlot: Method = ({ bank }, [config]) => slotOf(bank, readOptions(config, 'RpcContextConfig'))
