import type { Address } from '@tern/core'
import { useSyncExternalStore } from 'react'
import { useStore } from '../store.ts'
import { latestBlockhash } from '../stream/latestBlockhash.ts'
import { underwayOf } from '../underway.ts'
import { isNonceMode } from './nonceMode.ts'
import { nonceNotReady, nonceOf } from './nonceUse.ts'
import { useNonceAccount } from './useNonceAccount.ts'

/** Follows what a wallet's trades and swaps live by: its nonce account, or a recent blockhash. */
export function useTradeLifetime(address: Address | undefined) {
  // Follow only whether there is a blockhash, because following each new blockhash would render everything again.
  const hasBlockhash = useSyncExternalStore(latestBlockhash.subscribe, () => latestBlockhash.get() !== undefined)
  const isByNonce = address !== undefined && isNonceMode(address)
  const account = useNonceAccount(isByNonce ? address : undefined)
  const underway = useStore(underwayOf(nonceOf(address ?? '')))
  return {
    isByNonce,
    /** Why a transaction signed now could not land. `undefined` if it could. */
    lifetimeReason: isByNonce ? (account ? undefined : nonceNotReady) : hasBlockhash ? undefined : 'No blockhash',
    /** `true` if another transaction is under way with the nonce account. */
    isNonceTaken: isByNonce && underway !== 'none',
  }
}
