import { feed } from '../data/market/liveTrades.ts'
import { useStore } from '../data/store.ts'

const texts = { waiting: 'Connecting', live: 'Live', down: 'Reconnecting' } as const
const dots = { waiting: 'dot warn', live: 'dot', down: 'dot danger' } as const

/** Shows whether the data is live, by a dot and a word. */
export function FeedMark() {
  return <FeedMarkOf state={useStore(feed).state} />
}

/** The mark for a given state. */
export function FeedMarkOf({ state }: { state: keyof typeof texts }) {
  return (
    <>
      <span className={dots[state]} />
      {texts[state]}
    </>
  )
}
