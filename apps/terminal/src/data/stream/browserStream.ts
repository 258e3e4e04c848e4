import type { Mark, StreamRequest, StreamRow, Topic } from '@tern/server/appRouter'
import { createStore, type Store } from '../store.ts'
import { createCandidate } from './lead.ts'
import type { Line, LineEvents } from './line.ts'

/** State of the stream: `waiting` before the first message, `down` while the line is lost and retried. */
export type Feed = { readonly state: 'waiting' | 'live' } | { readonly state: 'down'; readonly sinceMs: number }

/** A message between tabs. It may arrive late, twice, or from a tab that led before. */
type Note = { readonly from: string } & (
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'state'; readonly feed: Feed }
  /** A new leader: each tab answers with its topics and the last batch that it has. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'want'; readonly topics: readonly Topic[]; readonly last?: Mark }
  /** The leader opened the line, and the server goes on after this batch. */
  | { readonly kind: 'opened'; readonly after?: Mark }
  | { readonly kind: 'ask' }
)

/** The page's means that the stream depends on. */
export interface TabEnvironment {
  readonly channel: BroadcastChannel
  readonly locks: LockManager
  openLine(events: LineEvents): Line
  isVisible(): boolean
}

/** In milliseconds. */
export const streamTimes = {
  /** How long a new leader waits for the topics of the other tabs. */
  roll: 50,
  /**
   * A visible tab checks its leader every `look`. It asks the leader after `ask` of silence, and takes the lead after `steal`.
   */
  look: 200,
  ask: 300,
  steal: 800,
  /** A tab that has been hidden for this long wants no topics. */
  sleep: 30_000,
  /** How long a tab's topics are remembered. The tab repeats its topics after every third of that. */
  lease: 15_000,
}

/** A tab's end of the stream that all tabs of the browser share. */
export interface BrowserStream {
  readonly feed: Store<Feed>
  /** Requests a topic: its rows reach the listeners of `onRow` from now on. Returns a function that ends it. */
  want(topic: Topic): () => void
  onRow(listener: (row: StreamRow) => void): () => void
  /** Called when rows may be missing: read again everything that was read before. */
  onGap(listener: () => void): () => void
  /** Call it when the page is shown or hidden. */
  turn(): void
  /** Call it when the page was frozen, because it received no messages then. */
  wake(): void
  /** Call it when the network is back. */
  retry(): void
  /** Call it when the network may be gone. */
  doubt(): void
  stop(): void
}

/**
 * Shares a single stream between all tabs of a browser.
 * The tab with the lock leads: it keeps the line to the server, asks for every topic that any tab wants, and passes on
 * each message unchanged. Each tab parses the messages and remembers the last batch that it has.
 *
 * If the leader closes, the browser gives the lock to another tab. If it does not answer, a visible tab steals the lock.
 * The new leader learns the last batch of each tab, and asks the server to go on after the earliest, so nothing is missed.
 * If the server cannot go back that far, it reports a gap to each tab.
 * A tab that has been hidden for a while wants no topics. Without any wanted topic there is no line.
 *
 * A tab leads, and not a shared worker, for two reasons.
 * To protect the signer, this site's scripts may not connect anywhere when they run as workers.
 * And a system such as Android may end a worker in the background, so it would need the same supervision.
 */
export function createBrowserStream(environment: TabEnvironment, times = streamTimes): BrowserStream {
  const { channel, locks, openLine, isVisible } = environment
  const me = crypto.randomUUID()
  const feed = createStore<Feed>({ state: 'waiting' })
  const wanted = new Map<Topic, number>()
  const others = new Map<string, { topics: readonly Topic[]; last: Mark | undefined; until: number }>()
  const rowListeners = new Set<(row: StreamRow) => void>()
  const gapListeners = new Set<() => void>()
  let last: Mark | undefined
  /**
   * A message could not be parsed or handled. Report a gap at the next good message, so that its content is read again.
   */
  let isTorn = false
  let line: Line | undefined
  let rolling: ReturnType<typeof setTimeout> | undefined
  let sleeping: ReturnType<typeof setTimeout> | undefined
  let isAsleep = false
  let receivedAt = Date.now()
  let lookedAt = Date.now()
  let asked = ''
  let isFirstOpening = true

  type Unsigned<N> = N extends Note ? Omit<N, 'from'> : never
  const post = (note: Unsigned<Note>) => channel.postMessage({ ...note, from: me })
  const own = (): readonly Topic[] => (isAsleep ? [] : [...wanted.keys()])
  const announce = () => post({ kind: 'want', topics: own(), ...(last && { last }) })

  function union(): readonly Topic[] {
    const now = Date.now()
    for (const [id, { until, topics }] of others) if (until < now || topics.length === 0) others.delete(id)
    return [...new Set([...own(), ...[...others.values()].flatMap(({ topics }) => topics)])].sort()
  }

  function miss() {
    for (const listener of gapListeners) listener()
  }

  function read(text: string) {
    try {
      const row: StreamRow = JSON.parse(text)
      const { epoch, id } = row
      if (!(id >= 0)) throw new RangeError('no message')
      // A frozen tab that led before passes on its old messages when it wakes: ignore batches older than the last.
      if (last?.epoch === epoch && id < last.id) return
      last = { epoch, id }
      if (row.gap !== undefined) miss()
      for (const listener of rowListeners) listener(row)
      if (isTorn) miss()
      isTorn = false
    } catch {
      isTorn = true
    }
  }

  function goOn(after: Mark | undefined) {
    const isWhole = last === undefined || (after?.epoch === last.epoch && after.id <= last.id)
    if (!isWhole) miss()
  }

  /** Returns the earliest of the tabs' last batches, within the newest batch's server epoch. */
  function oldest(): Mark | undefined {
    const marks = [last, ...[...others.values()].map(tab => tab.last)].filter(mark => mark !== undefined)
    const [newest] = marks.toSorted((a, b) => b.id - a.id)
    return marks.filter(({ epoch }) => epoch === newest?.epoch).toSorted((a, b) => a.id - b.id)[0]
  }

  function setFeed(state: 'live' | 'down') {
    if (feed.get().state === state) return
    feed.set(state === 'live' ? { state } : { state, sinceMs: Date.now() })
    post({ kind: 'state', feed: feed.get() })
  }

  /**
   * Returns the request for an opening. The first goes on after the earliest batch of all tabs.
   * Later, this tab's own last batch is enough, because it has passed every message on.
   */
  function request(): StreamRequest {
    const want = union()
    asked = want.join(' ')
    const after = isFirstOpening ? oldest() : last
    isFirstOpening = false
    post({ kind: 'opened', ...(after && { after }) })
    goOn(after)
    return { want: [...want], ...(after && { after }) }
  }

  /** Asks for the topics that are wanted now. If no tab wants any, resigns, and so closes the line. */
  function renew() {
    if (!candidate.isLeading || rolling !== undefined) return
    const want = union()
    if (want.length === 0) return candidate.resign()
    if (line === undefined) {
      line = openLine({
        request,
        onText(text) {
          post({ kind: 'told', text })
          read(text)
        },
        onState: setFeed,
      })
    } else if (want.join(' ') !== asked) {
      asked = want.join(' ')
      line.ask({ want: [...want] })
    }
  }

  const candidate = createCandidate(locks, 'tern-stream', {
    onLead() {
      others.clear()
      isFirstOpening = true
      post({ kind: 'lead' })
      rolling = setTimeout(() => {
        rolling = undefined
        renew()
      }, times.roll)
    },
    onLost() {
      clearTimeout(rolling)
      rolling = undefined
      line?.close()
      line = undefined
      receivedAt = Date.now()
      seek()
    },
  })

  function seek() {
    if (own().length > 0) candidate.seek()
  }

  function receive(note: Note) {
    if (note.kind === 'want') {
      others.set(note.from, { topics: note.topics, last: note.last, until: Date.now() + times.lease })
      if (candidate.isLeading && line !== undefined) post({ kind: 'state', feed: feed.get() })
      return renew()
    }
    if (note.kind === 'ask') {
      if (!candidate.isLeading) return
      line?.check()
      return post({ kind: 'state', feed: feed.get() })
    }
    // This tab leads: such a message comes late, from a tab that does not know yet that it lost the lead.
    if (candidate.isLeading) return
    receivedAt = Date.now()
    if (note.kind === 'told') read(note.text)
    else if (note.kind === 'state') feed.set(note.feed)
    else if (note.kind === 'opened') goOn(note.after)
    else announce()
  }

  /** A visible tab makes sure that some tab leads. */
  function look() {
    const now = Date.now()
    const isLate = now - lookedAt > times.ask
    lookedAt = now
    if (candidate.isLeading || own().length === 0 || !isVisible()) return
    // This tab stood still, perhaps with the whole machine, so its silence proves nothing about the leader.
    if (isLate || receivedAt > now) receivedAt = now
    else if (now - receivedAt > times.steal) candidate.steal()
    else if (now - receivedAt > times.ask) post({ kind: 'ask' })
  }

  function awake() {
    clearTimeout(sleeping)
    sleeping = undefined
    const wasAsleep = isAsleep
    isAsleep = false
    receivedAt = Date.now()
    seek()
    if (!wasAsleep) return
    miss()
    announce()
  }

  function sleep() {
    sleeping = undefined
    isAsleep = true
    announce()
    if (candidate.isLeading) renew()
    else candidate.resign()
  }

  const onMessage = ({ data }: MessageEvent<Note>) => receive(data)
  channel.addEventListener('message', onMessage)
  const looking = setInterval(look, times.look)
  const leasing = setInterval(() => {
    if (candidate.isLeading) renew()
    else if (!isAsleep) announce()
  }, times.lease / 3)
  const turn = () => {
    if (isVisible()) awake()
    else if (!isAsleep) sleeping ??= setTimeout(sleep, times.sleep)
  }
  turn()

  const listenTo = <L>(listeners: Set<L>, listener: L) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const changeWanted = (topic: Topic, by: 1 | -1) => {
    const count = (wanted.get(topic) ?? 0) + by
    if (count > 0) wanted.set(topic, count)
    else wanted.delete(topic)
    if (count !== (by === 1 ? 1 : 0)) return
    if (candidate.isLeading) return renew()
    announce()
    seek()
  }

  return {
    feed,
    want(topic) {
      changeWanted(topic, 1)
      let isOver = false
      return () => {
        if (!isOver) changeWanted(topic, -1)
        isOver = true
      }
    },
    onRow: listener => listenTo(rowListeners, listener),
    onGap: listener => listenTo(gapListeners, listener),
    turn,
    wake() {
      miss()
      turn()
    },
    retry: () => line?.retry(),
    doubt: () => line?.doubt(),
    stop() {
      for (const timer of [rolling, sleeping]) clearTimeout(timer)
      for (const timer of [looking, leasing]) clearInterval(timer)
      isAsleep = true
      announce()
      channel.removeEventListener('message', onMessage)
      candidate.resign()
    },
  }
}
