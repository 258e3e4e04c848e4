import type { Listing } from '../../data/market/listing.ts'

/** What a list shows while it is held, and what waits to come into it, in order. */
export interface HeldRows {
  readonly rows: readonly Listing[]
  readonly waiting: readonly Listing[]
}

/**
 * The rows that were shown, where they were, with their newest values, those too that belong elsewhere by now. `wanted`: what
 * the list would show, in order.
 */
export function holdRows(listings: readonly Listing[], wanted: readonly Listing[], shown: readonly string[]): HeldRows {
  const byMint = new Map(listings.map(listing => [listing.mint as string, listing]))
  const rows = shown.flatMap(mint => byMint.get(mint) ?? [])
  const isShown = new Set(shown)
  return { rows, waiting: wanted.filter(({ mint }) => !isShown.has(mint)) }
}

/** Whether a row stands where another one stood. What came below the last has taken nobody's place. */
export function areRowsMoved(before: readonly string[], now: readonly string[]): boolean {
  return now.some((mint, at) => before[at] !== undefined && before[at] !== mint)
}
