import { checkReached, type Method } from './method.ts'
import {
  invalidParams,
  isObject,
  type Options,
  readConfirmedCommitment,
  readOptionalU64,
  readOptions,
  readU64,
} from './params.ts'

const maxSlots = 500_000n

/** Returns the slots of a range that have blocks. Without an end, the options may take its place. */
export const getBlocks: Method = ({ bank }, [first, last, config]) => {
  const start = readU64(first)
  const options = readOptions(config ?? (isObject(last) ? last : undefined), 'RpcContextConfig')
  const end = isObject(last) ? undefined : readOptionalU64(last)
  const newest = bank.slot(readConfirmedCommitment(options))
  checkReached(newest, options)
  const asked = end ?? start + maxSlots
  const reached = asked < newest ? asked : newest
  if (reached < start) return []
  if (reached - start > maxSlots) throw invalidParams(`Slot range too large; max ${maxSlots}`)
  return bank.blocks(start, reached)
}

/** Returns the first `limit` slots with blocks from a slot on. */
export const getBlocksWithLimit: Method = ({ bank }, [first, limit, config]) => {
  const start = readU64(first)
  const max = readU64(limit, 'usize')
  const options: Options = readOptions(config, 'RpcContextConfig')
  const newest = bank.slot(readConfirmedCommitment(options))
  if (max > maxSlots) throw invalidParams(`Limit too large; max ${maxSlots}`)
  checkReached(newest, options)
  return bank.blocks(start, newest).slice(0, Number(max))
}
