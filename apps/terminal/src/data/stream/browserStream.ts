import type { Mark, StreamRequest, StreamRow, Topic } from '@tern/server/appRouter'
import { createStore, type Store } from '../store.ts'
import { createCandidate } from './lead.ts'
import type { Line, LineEvents } from './line.ts'

/** Whether the server is heard: `waiting` before the first time, `down` when the line is lost and being tried again. */
export type Feed = { readonly state: 'waiting' | 'live' } | { readonly state: 'down'; readonly sinceMs: number }

/** What tabs tell one another. All of it may be heard late, twice, or from a tab that led before. */
type Note = { readonly from: string } & (
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'state'; readonly feed: Feed }
  /** A new leader: everybody says what it wants, and where it stands. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'want'; readonly topics: readonly Topic[]; readonly last?: Mark }
  /** The line was opened and goes on after this batch. */
  | { readonly kind: 'opened'; readonly after?: Mark }
  | { readonly kind: 'ask' }
)

/** What of a page the stream depends on. */
export interface TabEnvironment {
  readonly channel: BroadcastChannel
  readonly locks: LockManager
  openLine(events: LineEvents): Line
  isVisible(): boolean
}

/** In milliseconds. */
export const streamTimes = {
  /** How long a new leader waits for what the others want. */
  roll: 50,
  /** A tab looks so often whether its leader is heard, asks it after `ask` of silence, and leads itself after `steal`. */
  look: 200,
  ask: 300,
  steal: 800,
  /** A tab that has been hidden for so long wants nothing. */
  sleep: 30_000,
  /** What a tab wants is remembered for so long; it says it again every third of that. */
  lease: 15_000,
}

/** One tab's end of the browser's one stream. */
export interface BrowserStream {
  readonly feed: Store<Feed>
  /** From now on this is told, to listeners of `onRow`. @returns wants it no more. */
  want(topic: Topic): () => void
  onRow(listener: (row: StreamRow) => void): () => void
  /** Something may have been missed: what was read must be read again. */
  onGap(listener: () => void): () => void
  /** The page was shown or hidden. */
  turn(): void
  /** The page was frozen, and did not hear what was told. */
  wake(): void
  /** The network is back. */
  retry(): void
  /** The network may be gone. */
  doubt(): void
  stop(): void
}

/**
 * One stream for all tabs of a browser. The tab that holds the lock keeps the line to the server, asks for all that any tab
 * wants, and passes on every message as it came; each tab reads it for itself and remembers the last batch that it has. When
 * the leader closes the browser gives the lock to another tab; when it does not answer a visible one takes it. The new leader
 * hears where each tab stands and goes on after the batch of the one furthest back, so nothing is missed; where the server
 * cannot go back so far each tab is told that there is a gap. Tabs that have been hidden for a while want nothing, and when
 * all of them are there is no line.
 *
 * A tab leads rather than a shared worker: scripts of this site that run as workers may reach nothing, which protects the
 * signer; and a worker that the system ends in the background, as Android may, would have to be watched in the same way.
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
  /** A message was none, or not what it should be: what it told is missing, and is read again once messages are well. */
  let isTorn = false
  let line: Line | undefined
  let rolling: ReturnType<typeof setTimeout> | undefined
  let sleeping: ReturnType<typeof setTimeout> | undefined
  let isAsleep = false
  let heardAt = Date.now()
  let lookedAt = Date.now()
  let asked = ''
  let isFirstOpening = true

  type Unsigned<N> = N extends Note ? Omit<N, 'from'> : never
  const post = (note: Unsigned<Note>) => channel.postMessage({ ...note, from: me })
  const own = (): readonly Topic[] => (isAsleep ? [] : [...wanted.keys()])
  const tell = () => post({ kind: 'want', topics: own(), ...(last && { last }) })

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
      // A tab that led before and was frozen passes on what it had when it wakes.
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

  /** Where the tab furthest back stands. */
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

  /** What to ask for at an opening: at the first for where the others stand too, later this tab has told them all it has. */
  function request(): StreamRequest {
    const want = union()
    asked = want.join(' ')
    const after = isFirstOpening ? oldest() : last
    isFirstOpening = false
    post({ kind: 'opened', ...(after && { after }) })
    goOn(after)
    return { want: [...want], ...(after && { after }) }
  }

  /** What is wanted may have changed: asks for it, or lets the line go when nobody wants anything. */
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
      heardAt = Date.now()
      seek()
    },
  })

  function seek() {
    if (own().length > 0) candidate.seek()
  }

  function hear(note: Note) {
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
    // Late words of a tab that has not yet heard that it no longer leads.
    if (candidate.isLeading) return
    heardAt = Date.now()
    if (note.kind === 'told') read(note.text)
    else if (note.kind === 'state') feed.set(note.feed)
    else if (note.kind === 'opened') goOn(note.after)
    else tell()
  }

  /** A visible tab sees to it that somebody leads. */
  function look() {
    const now = Date.now()
    const isLate = now - lookedAt > times.ask
    lookedAt = now
    if (candidate.isLeading || own().length === 0 || !isVisible()) return
    // This tab itself stood still, and perhaps the whole machine: nobody can be blamed.
    if (isLate || heardAt > now) heardAt = now
    else if (now - heardAt > times.steal) candidate.steal()
    else if (now - heardAt > times.ask) post({ kind: 'ask' })
  }

  function awake() {
    clearTimeout(sleeping)
    sleeping = undefined
    const wasAsleep = isAsleep
    isAsleep = false
    heardAt = Date.now()
    seek()
    if (!wasAsleep) return
    miss()
    tell()
  }

  function sleep() {
    sleeping = undefined
    isAsleep = true
    tell()
    if (candidate.isLeading) renew()
    else candidate.resign()
  }

  const onMessage = ({ data }: MessageEvent<Note>) => hear(data)
  channel.addEventListener('message', onMessage)
  const looking = setInterval(look, times.look)
  const leasing = setInterval(() => {
    if (candidate.isLeading) renew()
    else if (!isAsleep) tell()
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
    tell()
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
      tell()
      channel.removeEventListener('message', onMessage)
      candidate.resign()
    },
  }
}
