import type { StreamRow, Topic } from '@tern/server/appRouter'
import { createStore, type Store } from '../store.ts'
import { createLeader } from './leader.ts'
import { createRowReader } from './rowReader.ts'
import { type Feed, type Note, type Post, streamTimes, type TabEnvironment } from './tabs.ts'
import { createWantedTopics } from './wantedTopics.ts'

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
  const { channel, isVisible } = environment
  const me = crypto.randomUUID()
  const feed = createStore<Feed>({ state: 'waiting' })
  const topics = createWantedTopics(times.lease)
  const rows = createRowReader()
  let sleeping: ReturnType<typeof setTimeout> | undefined
  let receivedAt = Date.now()
  let lookedAt = Date.now()

  const post: Post = note => channel.postMessage({ ...note, from: me })
  function announce() {
    const last = rows.last()
    post({ kind: 'want', topics: topics.own(), ...(last && { last }) })
  }

  const { candidate, line, renew, stop } = createLeader({
    ...{ environment, times, feed, topics, rows, post },
    onLost() {
      receivedAt = Date.now()
      seek()
    },
  })

  function seek() {
    if (topics.own().length > 0) candidate.seek()
  }

  function receive(note: Note) {
    if (note.kind === 'want') {
      topics.note(note.from, note.topics, note.last)
      if (candidate.isLeading && line() !== undefined) post({ kind: 'state', feed: feed.get() })
      return renew()
    }
    if (note.kind === 'ask') {
      if (!candidate.isLeading) return
      line()?.check()
      return post({ kind: 'state', feed: feed.get() })
    }
    // This tab leads: such a message comes late, from a tab that does not know yet that it lost the lead.
    if (candidate.isLeading) return
    receivedAt = Date.now()
    if (note.kind === 'message') rows.read(note.text)
    else if (note.kind === 'state') feed.set(note.feed)
    else if (note.kind === 'opened') rows.goOn(note.after)
    else if (note.kind === 'lead') announce()
  }

  /** A visible tab makes sure that some tab leads. */
  function look() {
    const now = Date.now()
    const isLate = now - lookedAt > times.ask
    lookedAt = now
    if (candidate.isLeading || topics.own().length === 0 || !isVisible()) return
    // This tab stood still, perhaps with the whole machine, so its silence proves nothing about the leader.
    if (isLate || receivedAt > now) receivedAt = now
    else if (now - receivedAt > times.steal) candidate.steal()
    else if (now - receivedAt > times.ask) post({ kind: 'ask' })
  }

  function awake() {
    clearTimeout(sleeping)
    sleeping = undefined
    const wasAsleep = topics.isAsleep
    topics.isAsleep = false
    receivedAt = Date.now()
    seek()
    if (!wasAsleep) return
    rows.miss()
    announce()
  }

  function sleep() {
    sleeping = undefined
    topics.isAsleep = true
    announce()
    if (candidate.isLeading) renew()
    else candidate.resign()
  }

  function turn() {
    if (isVisible()) awake()
    else if (!topics.isAsleep) sleeping ??= setTimeout(sleep, times.sleep)
  }

  function changeWanted(topic: Topic, by: 1 | -1) {
    if (!topics.count(topic, by)) return
    if (candidate.isLeading) return renew()
    announce()
    seek()
  }

  const onMessage = ({ data }: MessageEvent<Note>) => receive(data)
  channel.addEventListener('message', onMessage)
  const looking = setInterval(look, times.look)
  const leasing = setInterval(() => {
    if (candidate.isLeading) renew()
    else if (!topics.isAsleep) announce()
  }, times.lease / 3)
  turn()

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
    onRow: rows.onRow,
    onGap: rows.onGap,
    turn,
    wake() {
      rows.miss()
      turn()
    },
    retry: () => line()?.retry(),
    doubt: () => line()?.doubt(),
    stop() {
      clearTimeout(sleeping)
      for (const timer of [looking, leasing]) clearInterval(timer)
      topics.isAsleep = true
      announce()
      channel.removeEventListener('message', onMessage)
      stop()
    },
  }
}
