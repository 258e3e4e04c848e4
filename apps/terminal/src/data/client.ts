import type { Client } from '@tern/client'
import { networkQuery } from './network.ts'
import { queryClient } from './queryClient.ts'

let opened: Promise<Client> | undefined

/** The page's one client, without an owner: `withOwner` makes it somebody's. */
export function client(): Promise<Client> {
  opened ??= Promise.all([queryClient.fetchQuery(networkQuery), import('./openClient.ts')]).then(
    ([{ feeWallet }, { openClient }]) => openClient(feeWallet),
  )
  return opened
}
