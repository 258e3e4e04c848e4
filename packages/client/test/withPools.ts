import type { Address } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Client } from '../src/client.ts'

/** Returns a client that reads changed pools. */
export function withPools(client: Client, change: (pool: Pool) => Pool | Promise<Pool>): Client {
  const changed = async <Value extends object>(value: Value): Promise<Value> =>
    'quote' in value ? ((await change(value as unknown as Pool)) as unknown as Value) : value
  const read: Client['chain']['read'] = async (readable, address, options) =>
    changed(await client.chain.read(readable, address, options))
  const readMany: Client['chain']['readMany'] = async (asked, options) =>
    Promise.all(
      (await client.chain.readMany(asked, options)).map(async answer =>
        'error' in answer ? answer : { ...answer, value: await changed(answer.value) },
      ),
    )
  return { ...client, chain: { ...client.chain, read, readMany } }
}

const none = { exactIn: [], exactOut: [] }

/** Returns a client to which nothing confirms the quotes of pools. `pool` unset: of every pool. */
export const doubting = (client: Client, pool?: Address): Client =>
  withPools(client, one =>
    pool === undefined || one.address === pool ? { ...one, evidence: { 'A→B': none, 'B→A': none } } : one,
  )
