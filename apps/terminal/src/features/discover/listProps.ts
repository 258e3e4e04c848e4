import type { Listing } from '../../data/market/listing.ts'
import type { DiscoverSearch, SearchChange } from './search.ts'

/** Props that the columns and the table share. */
export interface ListProps {
  /** All listed tokens; unset while they load. */
  readonly listings: readonly Listing[] | undefined
  /** The tokens that match the search. */
  readonly found: readonly Listing[] | undefined
  readonly search: DiscoverSearch
  /** Changes the search in the URL: as a new history step, or in place of the current step. */
  readonly onSearch: (change: SearchChange, step: 'step' | 'replace') => void
  readonly isAllHeld: boolean
  /** `list` says whether another row was under the pointer right before the press. */
  readonly onQuickBuy: (token: Listing, list: 'still' | 'moved') => void
}
