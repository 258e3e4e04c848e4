import { type AccountSnapshot, type Address, token2022Program, tokenProgram } from '@tern/core'
import type { AccountQuery } from '../bank/programAccounts.ts'
import { type AccountFilter, matchesFilters, readAccountFilters } from './accountFilter.ts'
import { type AccountFormat, encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { apiVersion, type Method } from './method.ts'
import { readAddress, readFlag, readOptionalFlag, readOptions } from './params.ts'
import { parseAccount } from './parsedAccount.ts'
import { sortedByAddress } from './tokenAccounts.ts'
import { type View, viewOf } from './view.ts'
import { writeJson, writeList } from './writtenJson.ts'

type Found = readonly [Address, AccountSnapshot]

/** Every account of a program that the filters let through. */
export const getProgramAccounts: Method = async ({ bank }, [program, config]) => {
  const options = readOptions(config, 'RpcProgramAccountsConfig')
  const format = readAccountFormat(options)
  const isWithContext = readFlag(options.withContext)
  const isSorted = readOptionalFlag(options.sortResults) ?? true
  const filters = readAccountFilters(options)
  const owner = readAddress(program)
  const view = viewOf(bank, options)
  const matching = scan(view, owner, filters, format)
  const found = await writeList(isSorted ? sortedByAddress(matching) : matching, ([address, account]) => ({
    account: encodeAccount(address, account, format, view),
    pubkey: address,
  }))
  return isWithContext ? writeJson({ context: { apiVersion, slot: view.slot } }, 'value', found) : found
}

/** All at once, so that what is written afterwards is of one moment. */
function scan(view: View, owner: Address, filters: readonly AccountFilter[], format: AccountFormat): readonly Found[] {
  const found: Found[] = []
  for (const [address, account] of view.accountsByOwner(owner, queryOf(filters)))
    if (matchesFilters(address, account, filters)) found.push([address, account])
  if (format.encoding !== 'jsonParsed' || !isTokenProgram(owner)) return found
  // What cannot be parsed is left out of a parsed list of tokens, and only there.
  return found.filter(([address, account]) => parseAccount(address, account, view) !== undefined)
}

const isTokenProgram = (program: Address): boolean => program === tokenProgram || program === token2022Program

/** What the bank looks for by itself. */
function queryOf(filters: readonly AccountFilter[]): AccountQuery {
  const size = filters.find(filter => filter.kind === 'dataSize')?.size
  const bytes = filters.filter(filter => filter.kind === 'memcmp')
  return size === undefined ? { bytes } : { dataSize: size, bytes }
}
