import { type Address, nonceAccountAddress } from '@tern/core'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { followAccount } from './followAccount.ts'

/** A wallet's nonce account, as far as it is shown. */
export interface NonceAccountShown {
  readonly address: Address
  /** All of which come back. */
  readonly lamports: bigint
}

/** A wallet's nonce account, live: `null` where there is none, `undefined` until it is read, and without a wallet. */
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
        // Lamports that somebody sent there make no nonce account.
        setFound({ wallet, account: account?.data.length ? { address, lamports: account.lamports } : null }),
      )
    }
    // Without an answer it stays unknown, and trades that need it wait.
    follow().catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [wallet])
  return found !== undefined && found.wallet === wallet ? found.account : undefined
}
