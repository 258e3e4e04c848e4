import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import type { Filtered } from './filter.ts'

/** What the chain says is asked for again after so long. */
const renewMs = 60_000

/** The listings, where a filter wants it with what the chain says of each: as far as it has been read. Each stays the same object until it changes. */
export function useFacts(listings: readonly Listing[] | undefined, isWanted: boolean): readonly Filtered[] | undefined {
  const asked = (isWanted && listings) || []
  const answers = useQueries({
    queries: asked.map(({ mint }) => ({ ...tokenFactsQuery(mint), refetchInterval: renewMs })),
  })
  const made = useRef(new WeakMap<Listing, Filtered>())
  if (!isWanted) return listings
  return listings?.map((listing, i) => {
    const facts = answers[i]?.data
    const known = made.current.get(listing)
    if (known !== undefined && known.facts === facts) return known
    const next = { ...listing, facts }
    made.current.set(listing, next)
    return next
  })
}
