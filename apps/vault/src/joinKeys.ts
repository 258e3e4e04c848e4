import { connectKeys, type Keys } from '@tern/custody/internal'
import type { PageAccounts } from './pageAccounts.ts'
import { joinSigner, type Signer } from './signer.ts'

// Bundled here, because a file of its own would cost more bytes than its contents.
export * from './practice.ts'

/** Joins the signer. Loaded on demand, because a browser without wallets needs no signer. */
export function joinKeys(
  accounts: PageAccounts,
  request: string | undefined,
): { readonly keys: Keys; readonly connection: Signer } {
  const connection = joinSigner(accounts, request)
  return { keys: connectKeys(connection, accounts), connection }
}
