import { queryOptions } from '@tanstack/react-query'
import { findGraduation } from '@tern/client'
import { type Graduation, isProtocol, type Pool } from '@tern/venues'
import { client } from '../client.ts'

/** Reads the pool that continues an ended curve; `null` while it cannot be determined. */
export const graduationQuery = (curve: Pick<Pool, 'address' | 'curve' | 'graduation'>) =>
  queryOptions({
    queryKey: ['graduation', curve.address, curve.curve?.stage],
    queryFn: async (): Promise<Graduation | null> => (await findGraduation(await client(), curve)) ?? null,
    refetchInterval: 20_000,
  })

/** Returns `true` if Tern trades in that pool. */
export const isTradable = ({ protocol }: Graduation) => isProtocol(protocol)
