import type { Listing } from '../../data/listing.ts'

/** Where a token stands on its way from a launch to a pool. */
export const columnNames = ['new', 'filling', 'graduated'] as const
export type ColumnName = (typeof columnNames)[number]

/** From here on a curve counts as about to graduate. */
const fillingPpm = 700_000

/** `graduated`: what trades in a pool, what came from no curve too, and curves that are sold out. */
export function columnOf({ curve }: Pick<Listing, 'curve'>): ColumnName {
  if (curve === null || curve.stage !== 'trading') return 'graduated'
  return curve.progressPpm >= fillingPpm ? 'filling' : 'new'
}

const byAge = (a: Listing, b: Listing) => (b.createdAtSeconds ?? 0) - (a.createdAtSeconds ?? 0)
const byProgress = (a: Listing, b: Listing) => (b.curve?.progressPpm ?? 0) - (a.curve?.progressPpm ?? 0)

/**
 * The tokens of one column in order: the nearest to graduation first where that is what the column is about, else the newest;
 * of two of the same second the one that was listed later.
 */
export function listColumn(listings: readonly Listing[], name: ColumnName): readonly Listing[] {
  const compare = name === 'filling' ? byProgress : byAge
  return listings
    .filter(listing => columnOf(listing) === name)
    .reverse()
    .sort(compare)
}

/** What a column shows while it is held, and how many tokens wait to come into it. */
export interface HeldColumn {
  readonly rows: readonly Listing[]
  readonly waiting: number
}

/** The rows that were shown, where they were, with their newest values, those too that belong to another column by now. */
export function holdColumn(
  listings: readonly Listing[],
  column: readonly Listing[],
  shown: readonly string[],
): HeldColumn {
  const byMint = new Map(listings.map(listing => [listing.mint as string, listing]))
  const rows = shown.flatMap(mint => byMint.get(mint) ?? [])
  const isShown = new Set(shown)
  return { rows, waiting: column.filter(({ mint }) => !isShown.has(mint)).length }
}
