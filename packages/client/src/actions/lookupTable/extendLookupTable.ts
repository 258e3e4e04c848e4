import { createLookupTableInstruction, extendLookupTableInstruction } from '@tern/chain'
import { type Address, decodeLookupTable } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import type { Client } from '../../client.ts'
import { sendInstructions } from '../sendInstructions.ts'

/** What fits into one message beside the table's creation. */
const mostAtOnce = 20

/** A lookup table with all that trades share. */
export interface ExtendedTable {
  readonly table: Address
  /** How many addresses it lacked. */
  readonly added: number
}

/**
 * Brings a lookup table up to date, or, unless one is named, opens one: with the accounts that trades of any wallet name
 * (`sharedAccounts`). The owner pays for it and stays its authority; a table that has everything costs nothing.
 * @throws TernError `owner/missing`; `layout/*` for what is no table, or another's; `trade/failedOnChain`, `send/*`, `rpc/*`.
 */
export async function extendLookupTable(
  client: Client,
  { table: known }: { readonly table?: Address } = {},
): Promise<ExtendedTable> {
  const { owner } = client
  if (owner === undefined) throw new TernError('owner/missing', {})
  const there = known === undefined ? [] : await readAddresses(client, known, owner.address)
  const { sharedAccounts } = await import('@tern/venues/sharedAccounts')
  const missing = sharedAccounts.filter(address => !there.includes(address))
  const { table, opens } = known === undefined ? await openTable(client, owner.address) : { table: known, opens: [] }
  const parts = Array.from({ length: Math.ceil(missing.length / mostAtOnce) }, (_, i) =>
    missing.slice(i * mostAtOnce, (i + 1) * mostAtOnce),
  )
  for (const [i, part] of parts.entries())
    await sendInstructions(client, owner, [
      ...(i === 0 ? opens : []),
      extendLookupTableInstruction(table, owner.address, part),
    ])
  client.chain.forget([table])
  return { table, added: missing.length }
}

async function readAddresses({ chain }: Client, table: Address, authority: Address): Promise<readonly Address[]> {
  const account = (await chain.readAccounts([table], { maxAgeMs: 0 })).get(table)
  if (!account) throw new TernError('address/missing', {})
  const read = decodeLookupTable(table, account)
  if (read.authority !== authority)
    throw new TernError('layout/mismatch', {
      ...{ address: table, field: 'authority', expected: authority, actual: read.authority ?? 'nobody' },
    })
  return read.addresses
}

async function openTable({ chain }: Client, authority: Address) {
  const slot = await chain.rpc.getSlot({ commitment: 'confirmed' }).send()
  const { table, instruction } = await createLookupTableInstruction(authority, slot)
  return { table, opens: [instruction] }
}
