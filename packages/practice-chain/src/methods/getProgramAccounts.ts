import type { AccountQuery } from '../bank/programAccounts.ts'
import { type AccountFilter, matchesFilters, readAccountFilters } from './accountFilter.ts'
import { encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { readAddress, readCommitment, readFlag, readOptions } from './params.ts'

/** Every account of a program that the filters let through. */
export const getProgramAccounts: Method = ({ bank }, [program, config]) => {
  const owner = readAddress(program)
  const options = readOptions(config)
  const format = readAccountFormat(options)
  const filters = readAccountFilters(options)
  const isWithContext = readFlag(options.withContext, 'withContext')
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const found: unknown[] = []
  for (const [address, account] of bank.accountsByOwner(owner, queryOf(filters)))
    if (matchesFilters(address, account, filters))
      found.push({ account: encodeAccount(address, account, format, bank), pubkey: address })
  return isWithContext ? withContext(bank, found) : found
}

/** What the bank looks for by itself. */
function queryOf(filters: readonly AccountFilter[]): AccountQuery {
  const size = filters.find(filter => filter.kind === 'dataSize')?.size
  const bytes = filters.filter(filter => filter.kind === 'memcmp')
  return size === undefined ? { bytes } : { dataSize: size, bytes }
}
