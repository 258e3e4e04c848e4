import * as v from 'valibot'
import { createEmitter, type Feed } from '../data/emitter.ts'
import type { BlockhashRow } from '../data/rows.ts'
import type { Rpc } from './network.ts'

const heightShape = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A node may omit fields, but no wallet can sign with an incomplete row. */
const rowShape = v.object({
  blockhash: v.string(),
  blockheight: heightShape,
  lastValidBlockHeight: heightShape,
  slot: heightShape,
})

/** Milliseconds. 150 blocks take 60 s at 400 ms a slot, and longer if slots are slow or skipped. */
const recentMs = 80_000

/** Feed of the latest confirmed blockhash. It reads often while someone listens, otherwise slowly, for `/health`. */
export interface BlockhashFeed extends Feed<BlockhashRow> {
  /** The newest slot. `null` if no new slot arrived for a while: the node does not answer, or its chain has stopped. */
  slot(): number | null
  /** Says if this feed published the blockhash in the last 80 s. */
  isRecent(blockhash: string): boolean
  stop(): void
}

/**
 * Follows the latest blockhash.
 * A blockhash of an earlier slot replaces the last blockhash only after some time: the later slot may be false, or a fork took it back.
 *
 * @param everyMs time between two reads while someone listens.
 * @param minSlot returns the slot that a node must have reached for its blockhash to count.
 */
export function followBlockhashes(rpc: Rpc, everyMs: number, minSlot: () => number): BlockhashFeed {
  const emitter = createEmitter<BlockhashRow>('latest')
  const stopping = new AbortController()
  const idleMs = Math.max(everyMs, 5_000)
  /** Time of each read, oldest first. */
  const recent = new Map<string, number>()
  let readAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const isNew = () => performance.now() - readAt < 3 * idleMs

  const read = async () => {
    const abortSignal = AbortSignal.any([stopping.signal, AbortSignal.timeout(5_000)])
    const asked = { commitment: 'confirmed', minContextSlot: BigInt(minSlot()) } as const
    const [{ context, value }, blockHeight] = await Promise.all([
      rpc.getLatestBlockhash(asked).send({ abortSignal }),
      rpc.getBlockHeight(asked).send({ abortSignal }),
    ])
    if (value.blockhash === emitter.latest?.blockhash) return
    const row: BlockhashRow = v.parse(rowShape, {
      blockhash: value.blockhash,
      blockheight: Number(blockHeight),
      lastValidBlockHeight: Number(value.lastValidBlockHeight),
      slot: Number(context.slot),
    })
    if (isNew() && row.slot < (emitter.latest?.slot ?? 0)) return
    readAt = performance.now()
    recent.set(row.blockhash, readAt)
    for (const [blockhash, at] of recent) {
      if (readAt - at < recentMs) break
      recent.delete(blockhash)
    }
    emitter.emit(row)
  }
  const run = async () => {
    timer = undefined
    await read().catch(() => {})
    if (!stopping.signal.aborted) timer = setTimeout(run, emitter.listeners > 0 ? everyMs : idleMs)
  }
  void run()
  return {
    get latest() {
      return isNew() ? emitter.latest : undefined
    },
    listen(onEvent) {
      const stop = emitter.listen(onEvent)
      // The next idle read is seconds away, so read now.
      if (emitter.listeners === 1 && timer !== undefined) {
        clearTimeout(timer)
        void run()
      }
      return stop
    },
    isRecent: blockhash => performance.now() - (recent.get(blockhash) ?? Number.NEGATIVE_INFINITY) < recentMs,
    slot: () => (isNew() ? (emitter.latest?.slot ?? null) : null),
    stop() {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}
