import type { SimulationResult } from '../bank/bank.ts'
import { loadedSize } from '../bank/loadFailure.ts'
import type { TransactionError } from '../bank/transactionError.ts'
import type { View } from './view.ts'

/** Errors that refuse a transaction before its accounts are loaded. */
const unloaded: readonly TransactionError[] = ['AlreadyProcessed', 'BlockhashNotFound', 'SignatureFailure']

/** Counts the bytes of accounts that a transaction loads, as a cluster does. */
export const loadedAccountsDataSize = (
  { accounts, err, lookupTables }: Pick<SimulationResult, 'accounts' | 'err'> & { readonly lookupTables?: number },
  view: View,
): number => (err !== null && unloaded.includes(err) ? 0 : loadedSize(accounts, lookupTables ?? 0, view.account))
