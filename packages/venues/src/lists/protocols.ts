// Written by scripts/programLists.mjs from programs.json.

import type { Venue } from '../venue.ts'

/** The protocol names that users see, also in settings and on the wire. */
export type Protocol =
  | 'believe'
  | 'bonk'
  | 'boop'
  | 'meteora_damm_v1'
  | 'meteora_damm_v2'
  | 'meteora_dbc'
  | 'moonit'
  | 'pumpamm'
  | 'pumpfun'
  | 'raydium_clmm'
  | 'raydium_cpmm'
  | 'raydium_launchlab'
  | 'raydium_stable'
  | 'raydiumammv4'

/** Loads a protocol's code. */
export const loaders: Readonly<Record<Protocol, () => Promise<Venue>>> = {
  believe: async () => (await import('../meteoraDbc/meteoraDbc.ts')).believe,
  bonk: async () => (await import('../raydiumLaunchlab/raydiumLaunchlab.ts')).bonk,
  boop: async () => (await import('../boop/boop.ts')).boop,
  meteora_damm_v1: async () => (await import('../meteoraDammV1/meteoraDammV1.ts')).meteoraDammV1,
  meteora_damm_v2: async () => (await import('../meteoraDammV2/meteoraDammV2.ts')).meteoraDammV2,
  meteora_dbc: async () => (await import('../meteoraDbc/meteoraDbc.ts')).meteoraDbc,
  moonit: async () => (await import('../moonit/moonit.ts')).moonit,
  pumpamm: async () => (await import('../pumpAmm/pumpAmm.ts')).pumpAmm,
  pumpfun: async () => (await import('../pumpfun/pumpfun.ts')).pumpfun,
  raydium_clmm: async () => (await import('../raydiumClmm/raydiumClmm.ts')).raydiumClmm,
  raydium_cpmm: async () => (await import('../raydiumCpmm/raydiumCpmm.ts')).raydiumCpmm,
  raydium_launchlab: async () => (await import('../raydiumLaunchlab/raydiumLaunchlab.ts')).raydiumLaunchlab,
  raydium_stable: async () => (await import('../raydiumStable/raydiumStable.ts')).raydiumStable,
  raydiumammv4: async () => (await import('../raydiumAmmV4/raydiumAmmV4.ts')).raydiumAmmV4,
}
