import type { Address } from '@tern/core'

/** Names the subject of a wallet's liquidity: it changes the liquidity of a single pool at a time, across all tabs. */
export const liquidityOf = (owner: Address): string => `liquidity ${owner}`
