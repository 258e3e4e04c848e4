import { type Address, associatedTokenAddress, decodeTokenAccount, isTernError } from '@tern/core'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { followAccount } from './followAccount.ts'

interface Held {
  readonly key: string
  readonly amount: bigint
}

/**
 * Follows the raw units in the owner's associated account of a token.
 * Returns 0 if the account does not exist, and `undefined` until it is read.
 */
export function useTokenBalance(owner: Address | undefined, mint: Address, tokenProgram: Address): bigint | undefined {
  const key = `${owner} ${mint}`
  const [held, setHeld] = useState<Held>()
  useEffect(() => {
    if (owner === undefined) return
    let stop: (() => void) | undefined
    let gone = false
    const follow = async () => {
      const [{ chain }, account] = await Promise.all([client(), associatedTokenAddress(owner, mint, tokenProgram)])
      if (gone) return
      stop = followAccount(chain, account, found => {
        try {
          setHeld({ key, amount: found === null ? 0n : decodeTokenAccount(account, found).amount })
        } catch (error) {
          // Not a token account, so no units of this token can be sold from it.
          if (!isTernError(error)) throw error
          setHeld({ key, amount: 0n })
        }
      })
    }
    // If the client cannot be made, the balance stays unknown, and the panel says that it is not loaded.
    follow().catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [owner, mint, tokenProgram, key])
  return held?.key === key ? held.amount : undefined
}
