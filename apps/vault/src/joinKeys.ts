import { connectKeys, type Keys } from '@tern/custody'
import type { PageAccounts } from './pageAccounts.ts'
import { joinSigner, type Signer } from './signer.ts'

/** Joins the signer; who has no wallets needs nothing of it. `accounts`: where trades may tip and pay their fee. */
export function joinKeys(accounts: PageAccounts): { readonly keys: Keys; readonly connection: Signer } {
  const connection = joinSigner()
  return { keys: connectKeys(connection, accounts), connection }
}
