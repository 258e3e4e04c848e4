import { type AccountSnapshot, type Address, token2022Program, tokenAccountLayout, tokenProgram } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import { type AccountFilter, addressWantedAt, matchesFilters, readAccountFilters } from './accountFilter.ts'
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
  for (const [address, account] of candidates(bank, owner, filters))
    if (account.owner === owner && matchesFilters(address, account, filters))
      found.push({ account: encodeAccount(address, account, format, bank), pubkey: address })
  return isWithContext ? withContext(bank, found) : found
}

/** The fewest accounts that must be looked at: the token programs' are kept by holder and by mint. */
function candidates(
  bank: Bank,
  program: Address,
  filters: readonly AccountFilter[],
): Iterable<readonly [Address, AccountSnapshot]> {
  if (program === tokenProgram || program === token2022Program) {
    const holder = addressWantedAt(filters, tokenAccountLayout.offsets.owner)
    const sizes = filters.some(filter => filter.kind === 'dataSize' && filter.size === tokenAccountLayout.size)
    const areTokenAccounts = sizes || filters.some(({ kind }) => kind === 'tokenAccountState')
    if (areTokenAccounts && holder !== undefined) return bank.tokenAccountsByOwner(holder)
    const mint = addressWantedAt(filters, tokenAccountLayout.offsets.mint)
    if (areTokenAccounts && mint !== undefined) return bank.tokenAccountsByMint(mint)
  }
  return bank.accountsByOwner(program)
}
