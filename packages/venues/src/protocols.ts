import type { Venue } from './venue.ts'

/** The protocol names that users see, also in settings and on the wire. */
export type Protocol =
  | 'meteora_damm_v2'
  | 'raydium_clmm'
  | 'raydium_cpmm'
  | 'pumpfun'
  | 'pumpamm'
  | 'raydium_launchlab'
  | 'bonk'
  | 'meteora_dbc'
  | 'believe'

/** Each protocol with the folder of its program: the only such list. */
export const folders: Readonly<Record<Protocol, () => Promise<Venue>>> = {
  believe: async () => (await import('./meteoraDbc/meteoraDbc.ts')).believe,
  bonk: async () => (await import('./raydiumLaunchlab/raydiumLaunchlab.ts')).bonk,
  meteora_dbc: async () => (await import('./meteoraDbc/meteoraDbc.ts')).meteoraDbc,
  meteora_damm_v2: async () => (await import('./meteoraDammV2/meteoraDammV2.ts')).meteoraDammV2,
  pumpamm: async () => (await import('./pumpAmm/pumpAmm.ts')).pumpAmm,
  pumpfun: async () => (await import('./pumpfun/pumpfun.ts')).pumpfun,
  raydium_clmm: async () => (await import('./raydiumClmm/raydiumClmm.ts')).raydiumClmm,
  raydium_cpmm: async () => (await import('./raydiumCpmm/raydiumCpmm.ts')).raydiumCpmm,
  raydium_launchlab: async () => (await import('./raydiumLaunchlab/raydiumLaunchlab.ts')).raydiumLaunchlab,
}

/** Checks that a name from a user or a stranger is a protocol of this package. */
export const isProtocol = (name: string): name is Protocol => Object.hasOwn(folders, name)
