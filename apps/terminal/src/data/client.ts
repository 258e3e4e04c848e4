import type { Client } from '@tern/client'
import { networkQuery } from './network.ts'
import { queryClient } from './queryClient.ts'

let opened: Promise<Client> | undefined

/** The page's one client, without an owner: `withOwner` makes it somebody's. */
export function client(): Promise<Client> {
  opened ??= open()
  return opened
}

async function open(): Promise<Client> {
  try {
    const [{ feeWallet }, { openClient }] = await Promise.all([
      queryClient.fetchQuery(networkQuery),
      import('./openClient.ts'),
    ])
    return openClient(feeWallet)
  } catch (error) {
    opened = undefined
    throw error
  }
}
