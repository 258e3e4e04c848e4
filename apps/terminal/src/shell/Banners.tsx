import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { latestBlockhash } from '../data/blockhash.ts'
import { chainChange, watchChain } from '../data/chainChange.ts'
import { feed } from '../data/liveTrades.ts'
import { session } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { useNow } from '../data/useNow.ts'
import { Button } from '../ui/Button.tsx'
import { type Trouble, troubleOf } from './trouble.ts'

/** What is wrong with all that the page shows, the worst only, and what to do about it. */
export function Banners() {
  useEffect(watchChain, [])
  const isOnline = useSyncExternalStore(listenOnline, () => navigator.onLine)
  const current = useStore(feed)
  const hasBlocks = useStore(latestBlockhash) !== undefined
  const change = useStore(chainChange)
  const known = useStore(session)
  const nowSeconds = useNow()
  const trouble = troubleOf({
    isOnline,
    change: change && { from: change.from.name, to: change.to.name },
    refused: known.status === 'refused' ? known.why : undefined,
    feed: current.state,
    silentSeconds: current.state === 'down' ? Math.floor(nowSeconds - current.sinceMs / 1000) : 0,
    hasBlocks,
  })
  return trouble === undefined ? null : <Banner trouble={trouble} />
}

function listenOnline(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const reload = () => location.reload()

function Banner({ trouble }: { trouble: Trouble }): ReactNode {
  return (
    <div className={trouble.isDanger ? 'banner danger' : 'banner'}>
      <span role="alert">
        {trouble.isDanger ? '✕' : '!'} {trouble.text}
      </span>
      {trouble.age === undefined ? null : <span className="nowrap">{trouble.age}</span>}
      {trouble.action === undefined ? null : (
        <Button size="small" onClick={reload}>
          {trouble.action}
        </Button>
      )}
    </div>
  )
}
