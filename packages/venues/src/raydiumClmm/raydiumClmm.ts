import { program } from './addresses.ts'
import { accountsToRead } from './openPool.ts'
import { openPool } from './pool.ts'
import type { ClmmVenue } from './priceLimit.ts'

/**
 * Raydium's concentrated-liquidity pools: liquidity in price ranges, fees by config, limit orders, Token-2022 mints.
 */
export const raydiumClmm: ClmmVenue = {
  protocol: 'raydium_clmm',
  programs: [program],
  accountsToRead,
  open: openPool,
}
