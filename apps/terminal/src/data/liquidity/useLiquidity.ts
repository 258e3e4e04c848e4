import { useQuery } from '@tanstack/react-query'
import { watchLiquidity } from '@tern/client'
import type { Address, Clock } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'

interface Read {
  readonly address: Address
  readonly pool?: LiquidityPool
  readonly error?: unknown
}

/** Follows the liquidity of a CPMM pool. An error stays until the pool is read again, together with the last state. */
export function useLiquidity(address: Address | undefined): Omit<Read, 'address'> {
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    if (address === undefined) return
    let isGone = false
    let stop: (() => void) | undefined
    const fail = (error: unknown) => {
      if (!isGone) setRead(last => ({ ...(last?.address === address && last), address, error }))
    }
    client().then(opened => {
      if (isGone) return
      stop = watchLiquidity(
        opened,
        { protocol: 'raydium_cpmm', address },
        pool => setRead({ address: pool.address, pool }),
        fail,
      )
    }, fail)
    return () => {
      isGone = true
      stop?.()
    }
  }, [address])
  return read !== undefined && read.address === address ? read : {}
}

/** Reads the chain's clock. Quotes need its epoch, because transfer fees change with epochs. */
export function useChainClock(): Clock | undefined {
  return useQuery({
    queryKey: ['chainClock'],
    queryFn: async () => (await client()).chain.readClock(),
    refetchInterval: 10_000,
  }).data
}
