import { useEffect, useState } from 'react'
import { askLatency } from '../data/latency.ts'
import { feed } from '../data/market/liveTrades.ts'
import { queryClient } from '../data/queryClient.ts'
import { useStore } from '../data/store.ts'
import { latestBlockhash } from '../data/stream/latestBlockhash.ts'
import { pageStream } from '../data/stream/pageStream.ts'
import { useNow } from '../data/useNow.ts'
import { useOnline } from '../data/useOnline.ts'
import { session } from '../data/wallets/session.ts'
import { retryVault } from '../data/wallets/vault.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { type ChainChange, chainChange, watchChain } from './chainChange.ts'
import { arePricesStale, type Condition, type Trouble, troubleOf } from './trouble.ts'

/** Shows the worst trouble that affects the whole page, and an action against it. */
export function Banners() {
  useEffect(watchChain, [])
  const isOnline = useOnline()
  const current = useStore(feed)
  const change = useStore(chainChange)
  const known = useStore(session)
  const nowSeconds = useNow()
  const isBlockless = useStore(latestBlockhash) === undefined && current.state === 'live'
  const blocklessSeconds = useSecondsOf(isBlockless, nowSeconds)
  const condition: Condition = {
    // A server on this machine can be reached without a network.
    isOnline: isOnline || current.state === 'live',
    change: change && namesOf(change),
    wallets: 'why' in known ? known : undefined,
    feed: current.state,
    silentSeconds: current.state === 'down' ? Math.floor(nowSeconds - current.sinceMs / 1000) : 0,
    blocklessSeconds,
  }
  const trouble = troubleOf(condition)
  useDimming(arePricesStale(condition))
  if (trouble === undefined) return null
  const { age, action } = trouble
  const end = (
    <>
      {age === undefined ? null : <span>{age}</span>}
      {action === undefined ? null : <ActionButton {...action} />}
    </>
  )
  return (
    <Banner kind={trouble.isDanger ? 'danger' : 'caution'} end={end}>
      {trouble.text}
    </Banner>
  )
}

/** Counts the seconds since `holds` became true. 0 while it is false. */
function useSecondsOf(holds: boolean, nowSeconds: number): number {
  const [since, setSince] = useState<number>()
  if (holds !== (since !== undefined)) setSince(holds ? nowSeconds : undefined)
  return since === undefined ? 0 : nowSeconds - since
}

/** The style sheet dims the prices, so that no row has to render. */
function useDimming(isStale: boolean): void {
  useEffect(() => {
    document.documentElement.dataset.prices = isStale ? 'stale' : 'live'
  }, [isStale])
}

/**
 * Names both chains. Chains with the same name, such as two practice chains, are distinguished by their genesis hashes.
 */
function namesOf({ whose, from, to }: ChainChange) {
  if (from.name !== to.name) return { whose, from: from.name, to: to.name }
  const whole = ({ name, genesisHash }: ChainChange['from']) => `${name} ${genesisHash.slice(0, 4)}…`
  return { whose, from: whole(from), to: whole(to) }
}

const deeds = {
  reload: () => location.reload(),
  ask: () => void askLatency(),
  askVault: retryVault,
  reconnect() {
    pageStream.retry()
    void queryClient.refetchQueries({ type: 'active', stale: true })
  },
}

const ActionButton = ({ label, does }: NonNullable<Trouble['action']>) => (
  <Button size="small" onClick={deeds[does]}>
    {label}
  </Button>
)
