import { useQuery } from '@tanstack/react-query'
import { planReclaimRent, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { rentOf, sendReclaim } from '../../data/landing/reclaims.ts'
import { useStore } from '../../data/store.ts'
import { underwayOf } from '../../data/underway.ts'
import { lockedOwner } from '../../data/wallets/ownerOf.ts'

/** The wallet's empty accounts, and the action that closes them. Without `owner`, they are shown only. */
export function useReclaim(address: Address, owner: Owner | undefined) {
  const [isBegun, setBegun] = useState(false)
  const underway = useStore(underwayOf(rentOf(address)))
  const isSending = isBegun || underway === 'sending'
  const { data, error, refetch } = useQuery({
    queryKey: ['reclaim', address],
    queryFn: async () => planReclaimRent(withOwner(await client(), lockedOwner(address))),
    enabled: !isSending,
    refetchInterval: 15_000,
  })
  return {
    /** `undefined` while it loads. */
    planned: data,
    error,
    retry: () => void refetch(),
    isSending,
    /** `true` if an earlier reclaim may still land. */
    isUnknown: underway === 'unknown',
    send:
      owner === undefined || data === undefined || data.reasons.length > 0 || underway !== 'none'
        ? undefined
        : async () => {
            setBegun(true)
            try {
              await sendReclaim(async () => withOwner(await client(), owner), data)
              // Blocks another press until the remaining accounts are known.
              await refetch()
            } finally {
              setBegun(false)
            }
          },
  }
}
