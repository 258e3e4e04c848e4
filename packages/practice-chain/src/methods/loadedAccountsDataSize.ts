import type { SimulationResult } from '../bank/bank.ts'
import { loadedSize } from '../bank/loadFailure.ts'
import type { TransactionError } from '../bank/transactionError.ts'
import type { View } from './view.ts'

/** Those for which a transaction is turned away before its accounts are loaded. */
const unloaded: readonly TransactionError[] = ['AlreadyProcessed', 'BlockhashNotFound', 'SignatureFailure']

/** How many bytes of accounts a transaction loads, as the cluster charges for them. */
export const loadedAccountsDataSize = (
  { accounts, err, lookupTables }: Pick<SimulationResult, 'accounts' | 'err'> & { readonly lookupTables?: number },
  view: View,
): number => (err !== null && unloaded.includes(err) ? 0 : loadedSize(accounts, lookupTables ?? 0, view.account))
