import { connectKeys, type Keys } from '@tern/custody'
import type { PageAccounts } from './pageAccounts.ts'
import { joinSigner, type Signer } from './signer.ts'

// Loaded with it: a file of its own would weigh more than what is in it.
export * from './practice.ts'

/** Joins the signer; who has no wallets needs nothing of it. As `createWallets` has it. */
export function joinKeys(
  accounts: PageAccounts,
  request: string | undefined,
): { readonly keys: Keys; readonly connection: Signer } {
  const connection = joinSigner(accounts, request)
  return { keys: connectKeys(connection, accounts), connection }
}
