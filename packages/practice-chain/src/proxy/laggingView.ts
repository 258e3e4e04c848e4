import { stringifyJson } from '@tern/core/internal'
import { type Answer, type Call, field } from './call.ts'

/** Asks the node itself. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<Answer>

/** Answers a call like a node that is `lagSlots` behind the real node. */
export type LaggingView = (call: Call, lagSlots: number) => Promise<Answer>

/** A blockhash is valid for this many blocks. */
const blockhashBlocks = 150
/** A transaction is final once this many blocks follow it. */
const finalizedDepth = 32
/**
 * A node further behind than this many slots reports itself unhealthy, and takes no transaction that it must simulate
 * first.
 */
const maxBehind = 128
/** Max skipped slots in a row that the search for a block passes. */
const maxSkipped = 64
/** Max remembered requests. It covers a client's accounts for some minutes. */
const maxRemembered = 5_000

interface Remembered {
  readonly slot: number
  readonly answer: Answer
}

interface Slots {
  /** The node's slot at the answer. */
  readonly slot: number
  readonly lagSlots: number
  readonly min: number
}

/**
 * Simulates a node that is behind.
 * Slots, heights, blockhashes, statuses and history are exactly those of `lagSlots` ago.
 * No node serves an account's past, so an account comes from an earlier read through this proxy: the read nearest to
 * that slot.
 * A `minContextSlot` beyond the simulated slot is refused, as a real node does.
 */
export function createLaggingView(ask: Ask): LaggingView {
  const remembered = new Map<string, Remembered[]>()

  /**
   * Among this request's answers, returns the answer nearest to the lagging node's slot, but never from before `min`.
   */
  function remember(call: Call, answer: Answer, { slot, lagSlots, min }: Slots): Answer {
    const key = stringifyJson([call.method, call.params])
    const known = (remembered.get(key) ?? []).concat({ slot, answer })
    const distance = (one: Remembered) => Math.abs(one.slot - (slot - lagSlots))
    const nearest = known.reduce((best, one) => (distance(one) <= distance(best) ? one : best))
    const kept = known.slice(known.indexOf(nearest))
    remembered.delete(key)
    remembered.set(key, kept)
    for (const oldest of remembered.keys()) {
      if (remembered.size <= maxRemembered) break
      remembered.delete(oldest)
    }
    return kept.find(one => one.slot >= min)?.answer ?? answer
  }

  return async (call, lagSlots) => {
    const { method, params } = call
    const options = optionsOf(params)
    const commitment = ownCommitments.get(method) ?? field(options, 'commitment')
    const newest = await ask('getSlot', commitment === undefined ? [] : [{ commitment }])
    const upstream = Number(field(newest, 'result'))
    if (!Number.isSafeInteger(upstream)) return newest
    const slot = Math.max(upstream - lagSlots, 0)
    const min = Number(field(options, 'minContextSlot') ?? 0)
    if (min > slot) return tooFarBehind(slot)
    const clean = params.map(param => (param === options ? withoutMinContextSlot(options) : param))
    if (method === 'getSlot') return { result: slot }
    if (needsHealth(call, options) && upstream - slot > maxBehind) return unhealthy(upstream - slot)
    if (historyMethods.has(method) && typeof params[0] === 'number' && params[0] > slot) return notAvailable(params[0])
    const answer = await ask(method, clean)
    if ('error' in answer) return answer
    const change = changes.get(method)
    if (change !== undefined) return change(answer.result, { ask, slot, behind: upstream - slot })
    const answeredAt = field(field(answer.result, 'context'), 'slot')
    return typeof answeredAt === 'number'
      ? remember({ ...call, params: clean }, answer, { slot: answeredAt, lagSlots, min })
      : answer
  }
}

/** The commitment of methods that take no commitment option. */
const ownCommitments: ReadonlyMap<string, string> = new Map([
  ['getSignatureStatuses', 'processed'],
  ['getHealth', 'confirmed'],
  ['sendTransaction', 'confirmed'],
])

const needsHealth = ({ method }: Call, options: unknown): boolean =>
  method === 'getHealth' || (method === 'sendTransaction' && field(options, 'skipPreflight') !== true)

/** Returns the options of a call: its last parameter, if that is an object. */
function optionsOf(params: readonly unknown[]): unknown {
  const last = params.at(-1)
  return typeof last === 'object' && last !== null && !Array.isArray(last) ? last : undefined
}

function withoutMinContextSlot(options: unknown): unknown {
  const { minContextSlot, ...others } = options as Record<string, unknown>
  return others
}

interface Behind {
  readonly ask: Ask
  /** The slot of the lagging node. */
  readonly slot: number
  /** How many slots it is behind. */
  readonly behind: number
}

const historyMethods: ReadonlySet<string> = new Set(['getBlock', 'getBlockTime'])

const isLater = (slot: number) => (item: unknown) => Number(field(item, 'slot') ?? item) > slot

/** Turns the answer of a node at the tip into that of the lagging node, by method. */
const changes: ReadonlyMap<string, (result: unknown, behind: Behind) => Answer | Promise<Answer>> = new Map(
  Object.entries({
    getBlockHeight: async (_, { ask, slot }) => {
      const block = await blockAt(ask, slot)
      return 'error' in block ? block : { result: field(block.result, 'blockHeight') }
    },
    getEpochInfo: (result, { slot, behind }) => {
      const less = (name: string) => Math.max(Number(field(result, name)) - behind, 0)
      const height = less('blockHeight')
      return { result: { ...Object(result), absoluteSlot: slot, slotIndex: less('slotIndex'), blockHeight: height } }
    },
    getLatestBlockhash: async (result, { ask, slot }) => {
      const block = await blockAt(ask, slot)
      if ('error' in block) return block
      const value = {
        blockhash: field(block.result, 'blockhash'),
        lastValidBlockHeight: Number(field(block.result, 'blockHeight')) + blockhashBlocks,
      }
      return { result: { context: contextAt(result, slot), value } }
    },
    getSignatureStatuses: (result, { slot }) => {
      const value = (field(result, 'value') as readonly unknown[]).map(status => statusAt(status, slot))
      return { result: { context: contextAt(result, slot), value } }
    },
    getSignaturesForAddress: (result, { slot }) => ({
      result: (result as readonly unknown[]).filter(one => !isLater(slot)(one)),
    }),
    getBlocks: (result, { slot }) => ({ result: (result as readonly unknown[]).filter(one => !isLater(slot)(one)) }),
    getTransaction: (result, { slot }) => ({ result: isLater(slot)(result) ? null : result }),
  } satisfies Record<string, (result: unknown, behind: Behind) => Answer | Promise<Answer>>),
)

const contextAt = (result: unknown, slot: number) => ({ ...Object(field(result, 'context')), slot })

/** A transaction's status as seen at `slot`. */
function statusAt(status: unknown, slot: number): unknown {
  if (status === null || isLater(slot)(status)) return null
  const depth = slot - Number(field(status, 'slot'))
  if (depth >= finalizedDepth || field(status, 'confirmations') === undefined) return status
  return { ...Object(status), confirmations: depth, confirmationStatus: depth === 0 ? 'processed' : 'confirmed' }
}

/** The newest block at or before `slot`, without its transactions. */
async function blockAt(ask: Ask, slot: number): Promise<Answer> {
  const options = {
    commitment: 'confirmed',
    transactionDetails: 'none',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  }
  let answer: Answer = { result: null }
  for (let at = slot; at >= 0 && at > slot - maxSkipped; at--) {
    answer = await ask('getBlock', [at, options])
    if ('result' in answer && answer.result !== null) return answer
  }
  return 'error' in answer ? answer : notAvailable(slot)
}

const notAvailable = (slot: number): Answer => ({
  error: { code: -32004, message: `Block not available for slot ${slot}` },
})

const unhealthy = (numSlotsBehind: number): Answer => ({
  error: { code: -32005, message: `Node is behind by ${numSlotsBehind} slots`, data: { numSlotsBehind } },
})

const tooFarBehind = (slot: number): Answer => ({
  error: { code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: slot } },
})
