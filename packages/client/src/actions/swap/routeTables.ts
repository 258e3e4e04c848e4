import type { Instruction } from '@solana/kit'
import type { TableOfAddresses } from '@tern/chain/internal'
import {
  type Address,
  associatedTokenProgram,
  computeBudgetProgram,
  isTernError,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { readEffects } from '@tern/venues/internal/effects'
import type { Client, PoolName } from '../../client.ts'
import { readPoolTables } from '../../readPoolTables.ts'
import { readTables } from '../trade/readTable.ts'

/**
 * Reads the lookup tables for swaps in pools from the chain: the pools' own tables, and the client's. Leaves out a pool's table that does
 * not exist, or that is no lookup table.
 *
 * @throws TernError `rpc/*`, `layout/*` if the client's own table is no lookup table.
 */
export async function readRouteTables(
  client: Client,
  pools: readonly PoolName[],
): Promise<readonly TableOfAddresses[]> {
  const { lookupTable } = client
  const known = pools.flatMap(pool => pool.lookupTable ?? [])
  const others = pools.filter(pool => pool.lookupTable === undefined)
  const own = new Set([...known, ...(await tablesOf(client, others))])
  const read = await Promise.all([
    ...[...own].map(table => readTables(client, [table]).catch(ifNoTable)),
    ...(lookupTable === undefined || own.has(lookupTable) ? [] : [readTables(client, [lookupTable])]),
  ])
  return read.flat()
}

async function tablesOf({ poolTables, exchangeApi }: Client, pools: readonly PoolName[]): Promise<readonly Address[]> {
  if (poolTables !== undefined) return poolTables(pools)
  if (exchangeApi === undefined) return []
  // Without tables, the swap takes more transactions.
  return readPoolTables(pools, { api: exchangeApi }).catch((error: unknown) => {
    if (isTernError(error)) return []
    throw error
  })
}

function ifNoTable(error: unknown): readonly TableOfAddresses[] {
  if (isTernError(error) && (error.code.startsWith('layout/') || error.code.startsWith('address/'))) return []
  throw error
}

const basic: readonly Address[] = [
  ...[computeBudgetProgram, memoProgram, associatedTokenProgram, systemProgram, tokenProgram, token2022Program],
]

/**
 * Removes the addresses from tables that must be in the message itself, so that a signer can check it without reading the chain: the
 * wallet's accounts, mints, pools, and every account of a basic instruction.
 */
export function withoutNamed(
  tables: readonly TableOfAddresses[],
  instructions: readonly Instruction[],
): readonly TableOfAddresses[] {
  const named = new Set(instructions.flatMap(namedBy))
  return tables.map(({ address, addresses }) => ({
    address,
    addresses: addresses.map(one => (one === undefined || named.has(one) ? undefined : one)),
  }))
}

function namedBy({ programAddress: program, accounts = [], data = new Uint8Array() }: Instruction): readonly Address[] {
  const all = accounts.map(({ address }) => address)
  if (basic.includes(program)) return all
  return readEffects({ program, accounts: all, data: Uint8Array.from(data) })?.named ?? all
}
