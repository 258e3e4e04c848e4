import type { Pool } from '@tern/venues'
import type { Client } from '../src/client.ts'

/** Returns a client that reads changed pools. */
export function withPools(client: Client, change: (pool: Pool) => Pool | Promise<Pool>): Client {
  const read: Client['chain']['read'] = async (readable, address, options) => {
    const value = await client.chain.read(readable, address, options)
    return 'quote' in value ? ((await change(value as unknown as Pool)) as unknown as typeof value) : value
  }
  return { ...client, chain: { ...client.chain, read } }
}
