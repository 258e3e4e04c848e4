import type { Address } from '@tern/core'
import { session } from './session.ts'

/** Returns `true` if a wallet's trades live by its nonce account. */
export function isNonceMode(owner: Address): boolean {
  const current = session.get()
  return 'wallets' in current && current.wallets.some(({ address, nonceMode }) => address === owner && nonceMode)
}
