import { type Address, associatedTokenAddress, decodeTokenAccount, isTernError } from '@tern/core'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { followAccount } from './followAccount.ts'

interface Held {
  readonly key: string
  readonly amount: bigint
}

/** Raw units in the owner's associated account of a token, live; 0 without one, `undefined` until it is read. */
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
          // Not a token account: nothing of this token can be sold from it.
          if (!isTernError(error)) throw error
          setHeld({ key, amount: 0n })
        }
      })
    }
    // Without an answer the balance stays unknown, and the panel says that it is not loaded.
    follow().catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [owner, mint, tokenProgram, key])
  return held?.key === key ? held.amount : undefined
}
