import type { Feed } from '../data/emitter.ts'
import type { PoolRow } from '../data/poolRows.ts'
import type { BlockhashRow, LiveTradeRow } from '../data/rows.ts'
import type { Rollback } from '../indexer/rollback.ts'
import { createHistory } from './history.ts'
import type { Mark, StreamRequest, Topic } from './topic.ts'

/** Events within this time are sent together. */
const batchMs = 50
/** A reader receives a message at least this often, to detect a dead connection. */
const beatMs = 2_000
/**
 * A new topic starts with the events of this time before the request, so that no event is lost between the page's own
 * read and the stream.
 */
const overlapMs = 3_000
/** Readers to serve before other work runs. */
const atOnce = 500

/** A browser's connection. */
export interface Reader {
  send(message: Buffer): void
  /**
   * `true` while the reader has unread data. The hub then skips the reader, and sends everything in a single message
   * afterwards.
   */
  readonly isBehind: boolean
}

export interface Seat {
  want(request: StreamRequest): void
  leave(): void
}

/**
 * Sends events to many browsers. Batches have increasing ids, and a message holds all events since the reader's last
 * message.
 * So readers have no queues: a slow or disconnected reader receives a single message for everything missed, or a gap if it
 * is no longer kept.
 * Readers with the same last batch and the same topics share an encoded message.
 */
export interface Hub {
  readonly readers: number
  join(reader: Reader): Seat
  stop(): void
}

interface Member {
  readonly reader: Reader
  topics: readonly Topic[]
  key: string
  /** The last batch that was sent to it. */
  sent: number
  isQuiet: boolean
}

/** The contents of the next batch. */
interface Waiting {
  trades: LiveTradeRow[]
  readonly rolledBack: string[]
  /** The newest row of each changed pool. */
  readonly pools: Map<string, PoolRow>
  blockhash: BlockhashRow | undefined
}

interface Feeds {
  readonly trades: Feed<LiveTradeRow>
  readonly rollbacks: Feed<Rollback>
  readonly blockhashes: Feed<BlockhashRow>
  readonly pools: Feed<readonly PoolRow[]>
}

const nothing = (): Waiting => ({ trades: [], rolledBack: [], pools: new Map(), blockhash: undefined })

/** Creates the hub. `epoch` identifies this run of the server: marks of another epoch are invalid. */
export function createHub(
  { trades, rollbacks, blockhashes, pools }: Feeds,
  epoch: string,
  now = () => performance.now(),
): Hub {
  const history = createHistory()
  const members = new Set<Member>()
  const messages = new Map<string, Buffer>()
  let waiting = nothing()
  let timer: NodeJS.Timeout | undefined
  let stopBlockhashes: (() => void) | undefined
  let isSending = false

  const write = (fields: string | undefined) =>
    Buffer.from(`{"epoch":"${epoch}","id":${history.id}${fields === undefined ? '' : `,${fields}`}}`)
  const gap = (topics: readonly Topic[]) => {
    const latest = topics.includes('blockhash') ? blockhashes.latest : undefined
    return `"gap":${JSON.stringify(topics)}${latest === undefined ? '' : `,"blockhash":${JSON.stringify(latest)}`}`
  }

  function messageFor(since: number, topics: readonly Topic[], key: string): Buffer | undefined {
    if (!history.reaches(since)) return write(gap(topics))
    const name = `${since} ${key}`
    const known = messages.get(name)
    if (known !== undefined) return known
    const fields = history.encode(since, topics)
    if (fields === undefined) return undefined
    const message = write(fields)
    messages.set(name, message)
    return message
  }

  function serve(member: Member) {
    if (member.sent === history.id || member.reader.isBehind) return
    const message = messageFor(member.sent, member.topics, member.key)
    member.sent = history.id
    if (message === undefined) return
    member.isQuiet = false
    member.reader.send(message)
  }

  async function serveAll() {
    if (isSending) return
    isSending = true
    let served = 0
    for (const member of members) {
      if (++served % atOnce === 0) await new Promise(resolve => setImmediate(resolve))
      serve(member)
    }
    isSending = false
  }

  function flush() {
    timer = undefined
    history.add({ at: now(), ...waiting, pools: [...waiting.pools.values()] })
    messages.clear()
    waiting = nothing()
    void serveAll()
  }

  const stopTrades = trades.listen(trade => {
    waiting.trades.push(trade)
    timer ??= setTimeout(flush, batchMs)
  })
  const stopRollbacks = rollbacks.listen(({ mints, signatures }) => {
    const gone = new Set(signatures)
    history.takeBack(gone)
    messages.clear()
    waiting.trades = waiting.trades.filter(({ signature }) => !gone.has(signature))
    waiting.rolledBack.push(...mints)
    timer ??= setTimeout(flush, batchMs)
  })
  const stopPools = pools.listen(rows => {
    for (const row of rows) waiting.pools.set(row.address, row)
    timer ??= setTimeout(flush, batchMs)
  })
  const beat = setInterval(() => {
    for (const member of members) {
      serve(member)
      if (member.isQuiet && !member.reader.isBehind) member.reader.send(write(undefined))
      member.isQuiet = true
    }
  }, beatMs)

  function listenToBlockhashes() {
    stopBlockhashes ??= blockhashes.listen(blockhash => {
      waiting.blockhash = blockhash
      timer ??= setTimeout(flush, batchMs)
    })
  }

  /** Encodes the first answer to a request. It is sent even without events, as a confirmation. */
  function answer(added: readonly Topic[], after: Mark | undefined): Buffer {
    const since = after === undefined ? history.before(overlapMs, now()) : after.epoch === epoch ? after.id : -1
    if (since < 0 || !history.reaches(since)) return write(gap(added))
    const fields = history.encode(since, added)
    const isIncluded = fields?.includes('"blockhash":') === true
    const latest = added.includes('blockhash') && !isIncluded ? blockhashes.latest : undefined
    const all = [fields, latest && `"blockhash":${JSON.stringify(latest)}`].filter(field => field !== undefined)
    return write(all.length === 0 ? undefined : all.join(','))
  }

  return {
    get readers() {
      return members.size
    },
    join(reader) {
      const member: Member = { reader, topics: [], key: '', sent: history.id, isQuiet: true }
      members.add(member)
      listenToBlockhashes()
      return {
        want({ want, after }) {
          const added = want.filter(topic => !member.topics.includes(topic))
          serve(member)
          member.topics = [...new Set(want)].sort()
          member.key = member.topics.join(' ')
          // A slow reader receives its new topics with the other events later.
          if (reader.isBehind) return
          member.isQuiet = false
          reader.send(answer(added, after))
        },
        leave() {
          members.delete(member)
          if (members.size > 0) return
          stopBlockhashes?.()
          stopBlockhashes = undefined
        },
      }
    },
    stop() {
      clearTimeout(timer)
      clearInterval(beat)
      stopTrades()
      stopRollbacks()
      stopPools()
      stopBlockhashes?.()
    },
  }
}
