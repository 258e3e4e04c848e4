// Written by scripts/programLists.mjs from programs.json.

import type { Protocol } from './protocols.ts'

/**
 * The type of a protocol's pools. `standard`: liquidity over all prices. `concentrated`: each position has its range of prices.
 * `stable`: liquidity around a fixed rate. A protocol that is missing has bonding curves.
 */
export const poolTypes: ReadonlyMap<Protocol, 'standard' | 'concentrated' | 'stable'> = new Map([
  ['raydium_cpmm', 'standard'],
  ['meteora_damm_v2', 'standard'],
  ['pumpamm', 'standard'],
  ['raydium_clmm', 'concentrated'],
  ['raydiumammv4', 'standard'],
  ['raydium_stable', 'stable'],
  ['meteora_damm_v1', 'standard'],
])
