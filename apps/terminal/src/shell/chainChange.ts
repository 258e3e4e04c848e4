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
  /** Who is on another chain: the server, which was started again there, or the node that it asks. */
  readonly whose: 'server' | 'node'
  /** What the page was opened on, and still shows. */
  readonly from: NamedChain
  /** What is traded on now. */
  readonly to: NamedChain
}

/** Nothing on the page is true where it would trade. */
export const chainChange = createStore<ChainChange | undefined>(undefined)

const shown = () => queryClient.getQueryData(networkQuery.queryKey)

async function compareServer(): Promise<void> {
  const from = shown()
  const to = await trpc.network.query().catch(() => undefined)
  if (from === undefined || to === undefined || to.genesisHash === from.genesisHash) return
  chainChange.set({ whose: 'server', from, to })
  await lockWallet()
}

/** A node that comes back to the chain is well again: unlike of a server's, nothing was read of another chain. */
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
 * Asks which chain it is whenever the server was gone, and follows which one the node says; locks the wallets when it is another
 * one. @returns stops.
 */
export function watchChain(): () => void {
  const stops = [onResume(() => void compareServer()), latency.subscribe(compareNode)]
  return () => {
    for (const stop of stops) stop()
  }
}
