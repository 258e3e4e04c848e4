import { watchPool } from '@tern/client'
import { isTernError } from '@tern/core'
import type { Pool, Protocol } from '@tern/venues'
import { useEffect, useState } from 'react'
import { errorText } from '../../text/errorText.ts'
import { watchWith } from '../watchWith.ts'
import type { Listing } from './listing.ts'

export interface WatchedPool {
  readonly pool: Pool | undefined
  /** Why it cannot be traded on; `undefined` if it can. */
  readonly reason: string | undefined
  /** `true` while it is read for the first time. */
  readonly isReading: boolean
}

const reading: WatchedPool = { pool: undefined, reason: 'Loading pool…', isReading: true }

/** Follows a token's pool, renewed after each change of its accounts. If reading fails, the last pool stays. */
export function useWatchedPool({
  pool: address,
  protocol,
  mint,
}: Pick<Listing, 'pool' | 'protocol' | 'mint'>): WatchedPool {
  const [watched, setWatched] = useState(reading)
  useEffect(() => {
    const onPool = (pool: Pool) => setWatched({ pool, reason: undefined, isReading: false })
    const refuse = (error: unknown) => {
      const reason = isTernError(error) ? error.message : errorText(error)
      setWatched(({ pool }) => ({ pool, reason, isReading: false }))
    }
    setWatched(reading)
    const name = { protocol: protocol as Protocol, address, mint }
    return watchWith(opened => watchPool(opened, name, { onPool, onError: refuse }), refuse)
  }, [address, protocol, mint])
  return watched
}
