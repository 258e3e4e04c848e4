import { type Method, slotOf } from './method.ts'
import { readOptions } from './params.ts'

/** The newest slot of a commitment. */
export const getSlot: Method = ({ bank }, [config]) => slotOf(bank, readOptions(config, 'RpcContextConfig'))
