import { type Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import { type ExtendedTable, planExtendTable } from './planExtendTable.ts'

/**
 * Adds the shared accounts of trades (`sharedAccounts`) to a lookup table. Opens a table if the options name no table.
 * The owner pays, and is the table's authority. A complete table costs nothing.
 *
 * @throws TernError `owner/missing`, `trade/failedOnChain`, `send/*`, `rpc/*`.
 * @throws TernError `layout/*` if the account is not a table, or has another authority.
 * @example
 * await extendLookupTable(client) // { table: '4YkR…', added: 13 }
 */
export async function extendLookupTable(
  client: Client,
  { table }: { readonly table?: Address } = {},
): Promise<ExtendedTable> {
  const planned = await planExtendTable(client, table === undefined ? {} : { table })
  const { steps } = await execute(client, planned)
  const stopped = steps.find(({ status }) => status !== 'confirmed')
  if (stopped !== undefined) throw stopped.error ?? new TernError('send/expired', {})
  return planned.quote
}
