import { createLookupTableInstruction, extendLookupTableInstruction } from '@tern/chain/internal'
import { type Address, decodeLookupTable, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import type { Action } from '../plan/actions.ts'
import type { Plan, PlanLine, Planned } from '../plan/plan.ts'
import { networkFeeOf } from '../terms.ts'

/** Max addresses that fit into a message with the table's creation. */
const maxAtOnce = 20

/** A lookup table with the shared accounts of all trades. */
export interface ExtendedTable {
  readonly table: Address
  /** Number of addresses that it lacked. */
  readonly added: number
}

/** A table to extend. */
interface ExtendTableRequest {
  /** Unset: a new table. */
  readonly table?: Address
  /** Set in the request of a plan if its first transaction opens the table. */
  readonly isNew?: true
}

/**
 * Plans to add the shared accounts of trades (`sharedAccounts`) to a lookup table. The plan of a complete table has no message.
 *
 * @param landed how many transactions of the plan landed before.
 * @throws TernError `owner/missing`, `rpc/*`.
 * @throws TernError `layout/*` if the account is not a table, or has another authority.
 */
export async function planExtendTable(
  client: Client,
  { table: known, isNew }: ExtendTableRequest,
  landed = 0,
): Promise<Planned<ExtendTableRequest, ExtendedTable> & { readonly quote: ExtendedTable }> {
  const { owner } = client
  if (owner === undefined) throw new TernError('owner/missing', {})
  const opened = isNew && landed === 0 ? undefined : known
  const there = opened === undefined ? [] : await readAddresses(client, opened, owner.address)
  const { sharedAccounts } = await import('@tern/venues/internal/sharedAccounts')
  const missing = sharedAccounts.filter(address => !there.includes(address))
  const { table, opens } = opened === undefined ? await openTable(client, owner.address) : { table: opened, opens: [] }
  const parts = Array.from({ length: Math.ceil(missing.length / maxAtOnce) }, (_, i) =>
    missing.slice(i * maxAtOnce, (i + 1) * maxAtOnce),
  )
  const messages = await Promise.all(
    parts.map(async (part, i) => {
      const rent = await rentOf(client, part.length, opened !== undefined || i > 0)
      return {
        instructions: [...(i === 0 ? opens : []), extendLookupTableInstruction(table, owner.address, part)],
        terms: { lamports: { networkFee: networkFeeOf(undefined), rent } },
      }
    }),
  )
  const sum = (kind: 'rent' | 'networkFee') => messages.reduce((total, { terms }) => total + terms.lamports[kind], 0n)
  const pay: readonly PlanLine[] = [
    { kind: 'rent', label: 'Account rent', lamports: sum('rent'), note: 'returned when the account is closed' },
    { kind: 'network', label: 'Network fee', lamports: sum('networkFee') },
  ]
  const plan: Plan<ExtendTableRequest> = {
    ...{ kind: 'extendTable', owner: owner.address, messages, opens: [], pay, isVerified: true },
    request: { table, ...(opened === undefined && { isNew: true }) },
    totalLamports: pay.reduce((total, { lamports }) => total + lamports, 0n),
  }
  return { plan, quote: { table, added: missing.length }, reasons: [] }
}

/** Signs the shown message, because the addresses that a table lacks do not change by themselves. */
export const extendTableAction: Action<ExtendTableRequest> = {
  plan: (client, request, landed) => planExtendTable(client, request, landed.length),
  async again(_, { messages }, { at }) {
    const message = messages[at]
    if (message === undefined) throw new TernError('plan/changed', {})
    return message
  },
  failureOf,
}

/** Bytes of a lookup table before its addresses, of 32 bytes each. */
const headLength = 56

/** Computes the rent that more addresses add to a table. */
const rentOf = async ({ chain }: Client, addresses: number, isOpen: boolean): Promise<bigint> =>
  (await chain.readRent(headLength + 32 * addresses)) - (isOpen ? await chain.readRent(headLength) : 0n)

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
