import type { NetworkRow } from '@tern/server/appRouter'
import { latency } from '../data/latency.ts'
import { onResume } from '../data/market/liveTrades.ts'
import { networkQuery } from '../data/network.ts'
import { queryClient } from '../data/queryClient.ts'
import { createStore } from '../data/store.ts'
import { trpc } from '../data/trpc.ts'
import { lockWallet } from '../data/wallets/session.ts'

type NamedChain = Pick<NetworkRow, 'name' | 'genesisHash'>

export interface ChainChange {
  /** The side that is on another chain: the server after a restart, or the node behind it. */
  readonly whose: 'server' | 'node'
  /** The chain that the page was opened on and still shows. */
  readonly from: NamedChain
  /** The chain in use now. */
  readonly to: NamedChain
}

/** Set while the page shows another chain than the one it would trade on. */
export const chainChange = createStore<ChainChange | undefined>(undefined)

const shown = () => queryClient.getQueryData(networkQuery.queryKey)

async function compareServer(): Promise<void> {
  const from = shown()
  const to = await trpc.network.query().catch(() => undefined)
  if (from === undefined || to === undefined || to.genesisHash === from.genesisHash) return
  chainChange.set({ whose: 'server', from, to })
  await lockWallet()
}

/**
 * A node that returns to the chain clears the change. After a server's change the page must reload, because its data
 * may be from either chain.
 */
function compareNode(): void {
  const [from, known] = [shown(), chainChange.get()]
  const genesisHash = latency.get().nodeGenesis
  if (from === undefined || genesisHash === undefined || known?.whose === 'server') return
  const isSame = genesisHash === from.genesisHash
  if (isSame) chainChange.set(undefined)
  else if (known?.to.genesisHash !== genesisHash)
    chainChange.set({ whose: 'node', from, to: { name: genesisHash.slice(0, 8), genesisHash } })
  if (!isSame) void lockWallet()
}

/**
 * Compares chains: the server's after each reconnection, and the node's as the server reports it. Locks the wallets on
 * a
 * difference.
 *
 * @returns a function that stops watching
 */
export function watchChain(): () => void {
  const stops = [onResume(() => void compareServer()), latency.subscribe(compareNode)]
  return () => {
    for (const stop of stops) stop()
  }
}
