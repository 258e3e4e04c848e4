import * as v from 'valibot'
import { createEmitter } from '../procedures/emitter.ts'
import type { Feed } from '../procedures/procedure.ts'
import type { BlockhashRow } from '../procedures/rows.ts'
import type { Rpc } from './network.ts'

const heightShape = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A node may leave fields out: by what is not whole nobody can sign. */
const rowShape = v.object({
  blockhash: v.string(),
  blockheight: heightShape,
  lastValidBlockHeight: heightShape,
  slot: heightShape,
})

/** 150 blocks take no less on a cluster. */
const recentMs = 80_000

/** Reads of the latest confirmed blockhash: often while somebody listens, else now and then for `/health`. */
export interface BlockhashFeed extends Feed<BlockhashRow> {
  /** The newest slot; `null` when the node has told of no new one for a while: it does not answer, or stands still. */
  slot(): number | null
  /** Whether it told of this blockhash within the last 80 s, while a transaction can land by it on any chain. */
  isRecent(blockhash: string): boolean
  stop(): void
}

/**
 * `everyMs`: between two reads while somebody listens. `leastSlot`: no blockhash is taken from a node that has not come to it; one of an
 * earlier slot than the last only once that is no longer new, since it may have been made up, or taken back by a fork.
 */
export function followBlockhashes(rpc: Rpc, everyMs: number, leastSlot: () => number): BlockhashFeed {
  const emitter = createEmitter<BlockhashRow>('latest')
  const stopping = new AbortController()
  const idleMs = Math.max(everyMs, 5_000)
  /** When each was read, the oldest first. */
  const recent = new Map<string, number>()
  let readAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const isNew = () => performance.now() - readAt < 3 * idleMs

  const read = async () => {
    const abortSignal = AbortSignal.any([stopping.signal, AbortSignal.timeout(5_000)])
    const asked = { commitment: 'confirmed', minContextSlot: BigInt(leastSlot()) } as const
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
      // It waits for the next idle read: that is now.
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
