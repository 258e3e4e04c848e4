import { type AccountSnapshot, type Address, token2022Program, tokenProgram } from '@tern/core'
import type { AccountQuery } from '../bank/programAccounts.ts'
import { type AccountFilter, matchesFilters, readAccountFilters } from './accountFilter.ts'
import { readAccountFormat, writeKeyedAccount } from './encodeAccount.ts'
import { apiVersion, type Method } from './method.ts'
import { readAddress, readFlag, readOptionalFlag, readOptions } from './params.ts'
import { sortByAddress } from './sortByAddress.ts'
import { type View, viewOf } from './view.ts'
import { writeJson, writeList } from './writtenJson.ts'

type Found = readonly [Address, AccountSnapshot]

/** Returns every account of a program that matches the filters. */
export const getProgramAccounts: Method = async ({ bank }, [program, config]) => {
  const options = readOptions(config, 'RpcProgramAccountsConfig')
  const format = readAccountFormat(options)
  const isWithContext = readFlag(options.withContext)
  const isSorted = readOptionalFlag(options.sortResults) ?? true
  const filters = readAccountFilters(options)
  const owner = readAddress(program)
  const view = viewOf(bank, options)
  const matching = scan(view, owner, filters)
  // For the token programs, and only for these, an account that cannot be parsed is left out.
  const unparsed = owner === tokenProgram || owner === token2022Program ? 'leftOut' : 'bytes'
  const found = await writeList(isSorted ? await sortByAddress(matching) : matching, ([address, account]) =>
    writeKeyedAccount(address, account, { format, accounts: view, unparsed }),
  )
  return isWithContext ? writeJson({ context: { apiVersion, slot: view.slot } }, 'value', found) : found
}

/** Collects all accounts at once, so that the answer shows a single moment. */
function scan(view: View, owner: Address, filters: readonly AccountFilter[]): readonly Found[] {
  const found: Found[] = []
  for (const [address, account] of view.accountsByOwner(owner, queryOf(filters)))
    if (matchesFilters(address, account, filters)) found.push([address, account])
  return found
}

/** The part of the filters that the bank's indexes can search. */
function queryOf(filters: readonly AccountFilter[]): AccountQuery {
  const size = filters.find(filter => filter.kind === 'dataSize')?.size
  const bytes = filters.filter(filter => filter.kind === 'memcmp')
  return size === undefined ? { bytes } : { dataSize: size, bytes }
}
