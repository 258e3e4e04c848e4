import type { AccountSnapshot, Address } from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import { isTokenAccount } from './accountStore.ts'
import type { TokenBalance } from './bank.ts'

/** Reads the token balances of a transaction's token accounts. */
export function tokenBalances(
  accounts: readonly Address[],
  read: (address: Address) => AccountSnapshot | null,
): readonly TokenBalance[] {
  const balances: TokenBalance[] = []
  for (const [accountIndex, address] of accounts.entries()) {
    const account = read(address)
    if (account === null || !isTokenAccount(account)) continue
    const { mint, owner, amount } = tokenAccountLayout.view(account.data, 'atLeast')
    const decimals = read(mint)?.data[mintLayout.offsets.decimals]
    if (decimals === undefined) continue
    balances.push({ accountIndex, mint, owner, program: account.owner, amount, decimals })
  }
  return balances
}
