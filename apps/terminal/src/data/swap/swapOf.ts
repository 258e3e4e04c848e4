import type { Address } from '@tern/core'

/** Names the subject of a wallet's swaps, because only a single swap may be under way at a time, across all tabs. */
export const swapOf = (owner: Address): string => `swap ${owner}`
