import { feed } from '../data/market/liveTrades.ts'
import { useStore } from '../data/store.ts'

const texts = { waiting: 'Connecting', live: 'Live', down: 'Reconnecting' } as const
const dots = { waiting: 'dot warn', live: 'dot', down: 'dot danger' } as const

/** Whether what is shown is live, in a dot and a word. */
export function FeedMark() {
  return <FeedMarkOf state={useStore(feed).state} />
}

/** `FeedMark` of a feed that is known. */
export function FeedMarkOf({ state }: { state: keyof typeof texts }) {
  return (
    <>
      <span className={dots[state]} />
      {texts[state]}
    </>
  )
}
