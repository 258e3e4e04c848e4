// Written by scripts/programLists.mjs from programs.json.

import type { LiquidityVenue } from '../liquidity.ts'
import type { Protocol } from './protocols.ts'

/** The protocols with liquidity that Tern can change. */
export const liquidityProtocols: readonly Protocol[] = ['raydium_cpmm']

/** Loads the code for a protocol's liquidity. */
export const liquidityLoaders: Readonly<Partial<Record<Protocol, () => Promise<LiquidityVenue>>>> = {
  raydium_cpmm: async () => (await import('../raydiumCpmm/liquidityPool.ts')).raydiumCpmmLiquidity,
}
