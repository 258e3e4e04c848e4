import { checkReached, type Method, slotOf, withContext } from './method.ts'
import {
  invalidParams,
  isObject,
  readAddress,
  readCommitment,
  readField,
  readObject,
  readOptionalU64,
  readOptions,
  readU64,
} from './params.ts'
import { type JsonPiece, writeList, written } from './writtenJson.ts'

const maxLeaders = 5_000n

/** Returns the slot's leader, which is always the only validator. */
export const getSlotLeader: Method = ({ bank, identity }, [config]) => {
  slotOf(bank, readOptions(config, 'RpcContextConfig'))
  return identity
}

/** Returns the leaders of the next slots. The schedule is known for the current epoch and the next. */
export const getSlotLeaders: Method = ({ bank, identity }, [first, limit]) => {
  const start = readU64(first)
  const count = readU64(limit)
  if (count > maxLeaders) throw invalidParams(`Invalid limit; max ${maxLeaders}`)
  const { epoch, slotsInEpoch } = bank.epochInfo()
  const last = (start + (count > 0n ? count - 1n : 0n)) / slotsInEpoch
  if (last > epoch + 1n) throw invalidParams(`Invalid slot range: leader schedule for epoch ${last} is unavailable`)
  return new Array<string>(Number(count)).fill(identity)
}

/** Returns the leaders' slots in an epoch, by position; null for an epoch whose schedule is not known yet. */
export const getLeaderSchedule: Method = async ({ bank, identity }, [slot, config]) => {
  const options = readOptions(config ?? (isObject(slot) ? slot : undefined), 'RpcLeaderScheduleConfig')
  const asked = isObject(slot) ? undefined : readOptionalU64(slot)
  const only = options.identity === undefined || options.identity === null ? identity : readAddress(options.identity)
  readCommitment(options)
  const { epoch, slotsInEpoch } = bank.epochInfo()
  if ((asked ?? 0n) / slotsInEpoch > epoch + 1n) return null
  if (only !== identity) return {}
  return written([`{${JSON.stringify(identity)}:`, ...(await positions(slotsInEpoch)), '}'])
}

const writtenPositions = new Map<bigint, readonly JsonPiece[]>()

/** Every position in an epoch, as JSON text. It is long and never changes, so it is cached. */
async function positions(slotsInEpoch: bigint): Promise<readonly JsonPiece[]> {
  const found = writtenPositions.get(slotsInEpoch) ?? (await writeList(Array(Number(slotsInEpoch)).keys(), String)).json
  writtenPositions.set(slotsInEpoch, found)
  return found
}

/** Returns how many slots the validator led, and how many of these have blocks. */
export const getBlockProduction: Method = ({ bank, identity }, [config]) => {
  const options = readOptions(config, 'RpcBlockProductionConfig')
  const only = options.identity === undefined || options.identity === null ? identity : readAddress(options.identity)
  const newest = bank.slot(readCommitment(options))
  checkReached(newest, options)
  const { first, last } = readRange(options.range, newest, bank.epochInfo().slotsInEpoch)
  if (last < first) throw invalidParams(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`)
  const oldest = bank.firstAvailableBlock()
  if (last > newest) throw invalidParams(`lastSlot, ${last}, is too large; max ${newest}`)
  const from = first < oldest ? oldest : first
  if (first < oldest && options.range !== undefined && options.range !== null)
    throw invalidParams(`firstSlot, ${first}, is too small; min ${oldest}`)
  const slots = [Number(last - from) + 1, bank.blocks(from, last).length]
  return withContext(newest, {
    byIdentity: only === identity ? { [identity]: slots } : {},
    range: { firstSlot: from, lastSlot: last },
  })
}

function readRange(value: unknown, newest: bigint, slotsInEpoch: bigint) {
  if (value === undefined || value === null) return { first: newest - (newest % slotsInEpoch), last: newest }
  const range = readObject(value, 'struct RpcBlockProductionConfigRange')
  return { first: readU64(readField(range, 'firstSlot')), last: readOptionalU64(range.lastSlot) ?? newest }
}
