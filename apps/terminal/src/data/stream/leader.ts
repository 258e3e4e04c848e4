import type { StreamRequest } from '@tern/server/appRouter'
import type { Store } from '../store.ts'
import { type Candidate, createCandidate } from './lead.ts'
import type { Line } from './line.ts'
import type { RowReader } from './rowReader.ts'
import type { Feed, Post, TabEnvironment } from './tabs.ts'
import type { WantedTopics } from './wantedTopics.ts'

/** A tab that may lead. While it leads, it keeps the line to the server for all tabs. */
export interface Leader {
  readonly candidate: Candidate
  /** Returns the line to the server, while the tab leads and a tab wants topics. */
  line(): Line | undefined
  /** Asks for the topics that are wanted now. If no tab wants any, resigns, and so closes the line. */
  renew(): void
  /** Resigns for good. */
  stop(): void
}

interface LeaderParts {
  readonly environment: Pick<TabEnvironment, 'locks' | 'openLine'>
  readonly times: { readonly roll: number }
  readonly feed: Store<Feed>
  readonly topics: WantedTopics
  readonly rows: RowReader
  /** Sends a message to the other tabs. */
  readonly post: Post
  /** Called when another tab has taken the lead, or when the tab resigned. */
  readonly onLost: () => void
}

export function createLeader({ environment, times, feed, topics, rows, post, onLost }: LeaderParts): Leader {
  let line: Line | undefined
  let rolling: ReturnType<typeof setTimeout> | undefined
  let asked = ''
  let isFirstOpening = true

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
    const want = topics.all()
    asked = want.join(' ')
    const after = isFirstOpening ? topics.oldest(rows.last()) : rows.last()
    isFirstOpening = false
    post({ kind: 'opened', ...(after && { after }) })
    rows.goOn(after)
    return { want: [...want], ...(after && { after }) }
  }

  function renew() {
    if (!candidate.isLeading || rolling !== undefined) return
    const want = topics.all()
    if (want.length === 0) return candidate.resign()
    if (line === undefined) {
      line = environment.openLine({
        request,
        onText(text) {
          post({ kind: 'message', text })
          rows.read(text)
        },
        onState: setFeed,
      })
    } else if (want.join(' ') !== asked) {
      asked = want.join(' ')
      line.ask({ want: [...want] })
    }
  }

  const candidate = createCandidate(environment.locks, 'tern-stream', {
    onLead() {
      topics.forgetOthers()
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
      onLost()
    },
  })

  return {
    candidate,
    line: () => line,
    renew,
    stop() {
      clearTimeout(rolling)
      candidate.resign()
    },
  }
}
