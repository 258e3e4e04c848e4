import { requireBlock } from './getBlock.ts'
import type { Method } from './method.ts'
import { readNumber } from './params.ts'

/** When a block was made: seconds since 1970. */
export const getBlockTime: Method = ({ bank }, [slot]) =>
  requireBlock(bank, BigInt(readNumber(slot, 'a slot'))).blockTimeSeconds
