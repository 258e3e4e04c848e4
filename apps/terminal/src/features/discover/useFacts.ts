import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { useSettings } from '../../data/settings/settings.ts'
import type { Filtered } from './filter.ts'

/**
 * Adds the stars to the listings and, if a filter needs them, the facts from the chain that have been read.
 * A listing stays the same object until it changes.
 */
export function useFacts(listings: readonly Listing[] | undefined, isWanted: boolean): readonly Filtered[] | undefined {
  const asked = (isWanted && listings) || []
  const answers = useQueries({
    queries: asked.map(({ mint, createdAtSeconds }) => tokenFactsQuery(mint, createdAtSeconds)),
  })
  const { starred } = useSettings()
  const made = useRef(new WeakMap<Listing, Filtered>())
  if (!isWanted && starred.length === 0) return listings
  const stars = new Set(starred)
  return listings?.map((listing, i) => {
    const facts = answers[i]?.data
    const isStarred = stars.has(listing.mint)
    if (facts === undefined && !isStarred) return listing
    const known = made.current.get(listing)
    if (known !== undefined && known.facts === facts && known.isStarred === isStarred) return known
    const next = { ...listing, facts, isStarred }
    made.current.set(listing, next)
    return next
  })
}
