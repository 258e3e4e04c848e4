import { requireBlock } from './getBlock.ts'
import type { Method } from './method.ts'
import { readU64 } from './params.ts'

/** When a block was made: seconds since 1970. */
export const getBlockTime: Method = ({ bank }, [slot]) => requireBlock(bank, readU64(slot)).blockTimeSeconds
