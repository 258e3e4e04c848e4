import { createLookupTableInstruction, extendLookupTableInstruction } from '@tern/chain/internal'
import { type Address, decodeLookupTable, rentExemption, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { sendInstructions } from '../sendInstructions.ts'
import { networkFeeOf } from '../terms.ts'

/** Max addresses that fit into a message with the table's creation. */
const maxAtOnce = 20

/** A lookup table with the shared accounts of all trades. */
export interface ExtendedTable {
  readonly table: Address
  /** Number of addresses that it lacked. */
  readonly added: number
}

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
  { table: known }: { readonly table?: Address } = {},
): Promise<ExtendedTable> {
  const { owner } = client
  if (owner === undefined) throw new TernError('owner/missing', {})
  const there = known === undefined ? [] : await readAddresses(client, known, owner.address)
  const { sharedAccounts } = await import('@tern/venues/internal/sharedAccounts')
  const missing = sharedAccounts.filter(address => !there.includes(address))
  const { table, opens } = known === undefined ? await openTable(client, owner.address) : { table: known, opens: [] }
  const parts = Array.from({ length: Math.ceil(missing.length / maxAtOnce) }, (_, i) =>
    missing.slice(i * maxAtOnce, (i + 1) * maxAtOnce),
  )
  for (const [i, part] of parts.entries())
    await sendInstructions(
      client,
      owner,
      [...(i === 0 ? opens : []), extendLookupTableInstruction(table, owner.address, part)],
      {
        terms: {
          lamports: { networkFee: networkFeeOf(undefined), rent: rentOf(part.length, known !== undefined || i > 0) },
        },
      },
    )
  client.chain.forget([table])
  return { table, added: missing.length }
}

/** Bytes of a lookup table before its addresses, of 32 bytes each. */
const headLength = 56

/** Computes the rent that more addresses add to a table. */
const rentOf = (addresses: number, isOpen: boolean): bigint =>
  rentExemption(headLength + 32 * addresses) - (isOpen ? rentExemption(headLength) : 0n)

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
