import { type Client, createClient } from '@tern/client'
import { parseAddress } from '@tern/core'
import { networkQuery } from './network.ts'
import { queryClient } from './queryClient.ts'

let opened: Promise<Client> | undefined

/** The page's one client, over this server's own gateway and relayer. It has no owner: `withOwner` makes it somebody's. */
export function client(): Promise<Client> {
  opened ??= queryClient.fetchQuery(networkQuery).then(({ feeWallet }) =>
    createClient({
      rpc: `${location.origin}/rpc`,
      relayer: `${location.origin}/api/spot/relayer`,
      ...(feeWallet === null ? {} : { feeWallet: parseAddress(feeWallet) }),
    }),
  )
  return opened
}
