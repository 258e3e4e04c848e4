import { useQuery } from '@tanstack/react-query'
import { type Address, wrappedNativeMint } from '@tern/core'
import { usePreset } from '../settings/usePreset.ts'
import { fetchFees } from './tradeFees.ts'

/** Follows the priority fee of the preset in lamports, for each transaction of a plan. `of`: a pool or the wallet. */
export function usePriorityFee(of: Address | undefined): bigint | undefined {
  const { fee } = usePreset()
  const name = fee.kind === 'auto' ? 'auto' : String(fee.priorityFee)
  const { data } = useQuery({
    queryKey: ['planFee', name, of],
    queryFn: async () => (await fetchFees(fee, of ?? wrappedNativeMint)).priorityFeeLamports,
    enabled: of !== undefined,
    refetchInterval: fee.kind === 'auto' ? 10_000 : false,
  })
  return data
}
