import type { Listing } from '../../data/market/listing.ts'
import type { DiscoverSearch, SearchChange } from './search.ts'

/** What the columns and the table are given alike. */
export interface ListProps {
  /** All that are listed; unset: they are being read. */
  readonly listings: readonly Listing[] | undefined
  /** Those that contain what is looked for. */
  readonly found: readonly Listing[] | undefined
  readonly search: DiscoverSearch
  /** Changes the search in the address: a step that can be gone back, or in place of the one before. */
  readonly onSearch: (change: SearchChange, step: 'step' | 'replace') => void
  readonly isAllHeld: boolean
  /** `list`: whether another row had stood there right before the press. */
  readonly onQuickBuy: (token: Listing, list: 'still' | 'moved') => void
}
