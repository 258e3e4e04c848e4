import type { Mark, Topic } from '@tern/server/appRouter'
import type { Line, LineEvents } from './line.ts'

/** State of the stream: `waiting` before the first message, `down` while the line is lost and retried. */
export type Feed = { readonly state: 'waiting' | 'live' } | { readonly state: 'down'; readonly sinceMs: number }

/** A message between tabs. It may arrive late, twice, or from a tab that led before. */
export type Note = { readonly from: string } & (
  | { readonly kind: 'message'; readonly text: string }
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

type Unsigned<N> = N extends Note ? Omit<N, 'from'> : never
/** Sends a message to the other tabs. */
export type Post = (note: Unsigned<Note>) => void
