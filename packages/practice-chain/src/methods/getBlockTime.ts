import { requireBlock } from './getBlock.ts'
import type { Method } from './method.ts'
import { readU64 } from './params.ts'

/** Returns a block's time, in seconds since 1970. */
export const getBlockTime: Method = ({ bank }, [slot]) => requireBlock(bank, readU64(slot)).blockTimeSeconds
