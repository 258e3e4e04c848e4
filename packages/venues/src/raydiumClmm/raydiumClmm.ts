import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsToRead } from './openPool.ts'
import { openPool } from './pool.ts'

/** Raydium's concentrated-liquidity pools: liquidity by ranges of the price, fees by config, limit orders, Token-2022 mints. */
export const raydiumClmm: Venue = {
  protocol: 'raydium_clmm',
  programs: [program],
  accountsToRead,
  open: openPool,
}
