import type { NetworkRow } from '@tern/server/appRouter'
import { onResume } from '../data/market/liveTrades.ts'
import { networkQuery } from '../data/network.ts'
import { queryClient } from '../data/queryClient.ts'
import { createStore } from '../data/store.ts'
import { trpc } from '../data/trpc.ts'
import { lockWallet } from '../data/wallets/session.ts'

export interface ChainChange {
  /** What the page was opened on, and still shows. */
  readonly from: NetworkRow
  /** What the server trades on now. */
  readonly to: NetworkRow
}

/** The server was started again on another chain: nothing on the page is true there. */
export const chainChange = createStore<ChainChange | undefined>(undefined)

async function compare(): Promise<void> {
  const from = queryClient.getQueryData(networkQuery.queryKey)
  const to = await trpc.network.query().catch(() => undefined)
  if (from === undefined || to === undefined || to.genesisHash === from.genesisHash) return
  chainChange.set({ from, to })
  await lockWallet()
}

/** Asks which chain it is whenever the server was gone, and locks the wallets when it is another one. @returns stops asking. */
export function watchChain(): () => void {
  return onResume(() => void compare())
}
