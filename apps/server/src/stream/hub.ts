import type { Rollback } from '../indexer/markets.ts'
import type { Feed } from '../procedures/procedure.ts'
import type { BlockhashRow, LiveTradeRow } from '../procedures/rows.ts'
import { createHistory } from './history.ts'
import type { Mark, StreamRequest, Topic } from './topic.ts'

/** What happens within this time goes out together. */
const batchMs = 50
/** A reader hears something at least this often, so that it can tell silence from a line that is dead. */
const beatMs = 2_000
/** What a topic tells of the time before it was asked for: what is read beside it cannot have fallen between the two. */
const overlapMs = 3_000
/** So many readers are served before other work has its turn. */
const atOnce = 500

/** One browser's line. */
export interface Reader {
  send(message: Buffer): void
  /** Whether it has not yet read what it was sent: it is left out until it has, and then told all of it at once. */
  readonly isBehind: boolean
}

export interface Seat {
  want(request: StreamRequest): void
  leave(): void
}

/**
 * Tells many browsers what happens. Batches have ids in order; a message holds what happened after the last one that its
 * reader was sent, so no reader has a queue: one that was away or slow gets one message for all that it missed, and is told
 * of a gap when that is no longer kept. Readers who stand at the same batch and want the same share one encoded message.
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
  /** The last batch that it was sent. */
  sent: number
  isQuiet: boolean
}

/** The contents of the next batch. */
interface Waiting {
  trades: LiveTradeRow[]
  readonly rolledBack: string[]
  blockhash: BlockhashRow | undefined
}

interface Feeds {
  readonly trades: Feed<LiveTradeRow>
  readonly rollbacks: Feed<Rollback>
  readonly blockhashes: Feed<BlockhashRow>
}

/** `epoch` names this life of the server: marks of another one mean nothing here. */
export function createHub(
  { trades, rollbacks, blockhashes }: Feeds,
  epoch: string,
  now = () => performance.now(),
): Hub {
  const history = createHistory()
  const members = new Set<Member>()
  const messages = new Map<string, Buffer>()
  let waiting: Waiting = { trades: [], rolledBack: [], blockhash: undefined }
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
    history.add({ at: now(), ...waiting })
    messages.clear()
    waiting = { trades: [], rolledBack: [], blockhash: undefined }
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

  /** The first answer to a request, even where there is nothing to tell: the reader is heard. */
  function answer(added: readonly Topic[], after: Mark | undefined): Buffer {
    const since = after === undefined ? history.before(overlapMs, now()) : after.epoch === epoch ? after.id : -1
    if (since < 0 || !history.reaches(since)) return write(gap(added))
    const fields = history.encode(since, added)
    const isTold = fields?.includes('"blockhash":') === true
    const latest = added.includes('blockhash') && !isTold ? blockhashes.latest : undefined
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
          // One that is behind is told of its new topics with the rest.
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
      stopBlockhashes?.()
    },
  }
}
