import { useQuery } from '@tanstack/react-query'
import { watchLiquidity } from '@tern/client'
import type { Address, Clock } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { watchWith } from '../watchWith.ts'

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
    const onPool = (pool: LiquidityPool) => setRead({ address, pool })
    const onError = (error: unknown) => setRead(last => ({ ...(last?.address === address && last), address, error }))
    const name = { protocol: 'raydium_cpmm', address } as const
    return watchWith(opened => watchLiquidity(opened, name, { onPool, onError }), onError)
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
