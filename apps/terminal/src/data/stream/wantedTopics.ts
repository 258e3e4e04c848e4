import type { Mark, Topic } from '@tern/server/appRouter'

/** The topics that the tabs of a browser want, as a single tab knows them. */
export interface WantedTopics {
  /** The tab's own topics. A tab that sleeps wants none. */
  own(): readonly Topic[]
  /** The topics of all tabs, sorted. */
  all(): readonly Topic[]
  /** Counts a topic of the tab's own up or down. @returns whether the set of its topics changed. */
  count(topic: Topic, by: 1 | -1): boolean
  /** Notes the topics of another tab and its last batch, for the length of a lease. */
  note(tab: string, topics: readonly Topic[], last: Mark | undefined): void
  forgetOthers(): void
  /** Returns the earliest of the tabs' last batches, within the newest batch's server epoch. */
  oldest(last: Mark | undefined): Mark | undefined
  isAsleep: boolean
}

/** @param leaseMs how long another tab's topics are remembered. */
export function createWantedTopics(leaseMs: number): WantedTopics {
  const counts = new Map<Topic, number>()
  const others = new Map<string, { topics: readonly Topic[]; last: Mark | undefined; until: number }>()
  const wanted: WantedTopics = {
    isAsleep: false,
    own: () => (wanted.isAsleep ? [] : [...counts.keys()]),
    all() {
      const now = Date.now()
      for (const [id, { until, topics }] of others) if (until < now || topics.length === 0) others.delete(id)
      return [...new Set([...wanted.own(), ...[...others.values()].flatMap(({ topics }) => topics)])].sort()
    },
    count(topic, by) {
      const count = (counts.get(topic) ?? 0) + by
      if (count > 0) counts.set(topic, count)
      else counts.delete(topic)
      return count === (by === 1 ? 1 : 0)
    },
    note: (tab, topics, last) => void others.set(tab, { topics, last, until: Date.now() + leaseMs }),
    forgetOthers: () => others.clear(),
    oldest(last) {
      const marks = [last, ...[...others.values()].map(tab => tab.last)].filter(mark => mark !== undefined)
      const [newest] = marks.toSorted((a, b) => b.id - a.id)
      return marks.filter(({ epoch }) => epoch === newest?.epoch).toSorted((a, b) => a.id - b.id)[0]
    },
  }
  return wanted
}
