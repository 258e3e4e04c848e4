import { queryOptions } from '@tanstack/react-query'
import { findGraduation } from '@tern/client'
import { type Graduation, isProtocol, type Pool } from '@tern/venues'
import { client } from '../client.ts'

/** The pool that a curve which has ended goes on in; `null` while that cannot be said. */
export const graduationQuery = (curve: Pick<Pool, 'address' | 'curve' | 'graduation'>) =>
  queryOptions({
    queryKey: ['graduation', curve.address, curve.curve?.stage],
    queryFn: async (): Promise<Graduation | null> => (await findGraduation(await client(), curve)) ?? null,
    refetchInterval: 20_000,
  })

/** Whether Tern trades there. */
export const isTradable = ({ protocol }: Graduation) => isProtocol(protocol)
