import { type Address, nonceAccountAddress } from '@tern/core'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { followAccount } from './followAccount.ts'

/** The shown fields of a wallet's nonce account. */
export interface NonceAccountShown {
  readonly address: Address
  /** Lamports of the account. All lamports come back when the account is closed. */
  readonly lamports: bigint
}

/**
 * Follows a wallet's nonce account; `null` if it does not exist.
 * Returns `undefined` until it is read, and without a wallet.
 */
export function useNonceAccount(wallet: Address | undefined): NonceAccountShown | null | undefined {
  const [found, setFound] = useState<{ readonly wallet: Address; readonly account: NonceAccountShown | null }>()
  useEffect(() => {
    if (wallet === undefined) return
    let stop: (() => void) | undefined
    let gone = false
    const follow = async () => {
      const [{ chain }, address] = await Promise.all([client(), nonceAccountAddress(wallet, 0)])
      if (gone) return
      stop = followAccount(chain, address, account =>
        // An account without data is not a nonce account: a person may have sent lamports to its address.
        setFound({ wallet, account: account?.data.length ? { address, lamports: account.lamports } : null }),
      )
    }
    // If the client cannot be made, the account stays unknown, and trades that need it wait.
    follow().catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [wallet])
  return found !== undefined && found.wallet === wallet ? found.account : undefined
}
