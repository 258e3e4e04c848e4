import { type Address, encodeBase58 } from '@tern/core'
import type { SimulationResult } from '../bank/bank.ts'
import type { TransactionError } from '../bank/transactionError.ts'
import type { View } from './view.ts'

const upgradeableLoader = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address
/** What an account costs beside its data, and a lookup table whatever its length (SIMD-0186). */
const bytesAnAccount = 64
const bytesATable = 8_248

/** Those for which a transaction is turned away before its accounts are loaded. */
const unloaded: readonly TransactionError[] = ['AlreadyProcessed', 'BlockhashNotFound', 'SignatureFailure']

/** How many bytes of accounts a transaction loads, as the cluster charges for them (`solana_svm::account_loader`). */
export function loadedAccountsDataSize(
  { accounts, err, lookupTables }: Pick<SimulationResult, 'accounts' | 'err'> & { readonly lookupTables?: number },
  view: View,
): number {
  if (err !== null && unloaded.includes(err)) return 0
  let size = (lookupTables ?? 0) * bytesATable
  for (const address of accounts) {
    const account = view.account(address)
    if (account === null) continue
    size += bytesAnAccount + account.data.length
    if (account.owner !== upgradeableLoader || account.data[0] !== 2) continue
    const code = view.account(encodeBase58(account.data.subarray(4, 36)) as Address)
    if (code !== null) size += bytesAnAccount + code.data.length
  }
  return size
}
