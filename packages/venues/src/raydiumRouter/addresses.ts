import type { Address } from '@tern/core'

/** Raydium's router program. Its source is not public. */
export const program = 'routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS' as Address

/** The kinds of pools that the router swaps in. */
export type PoolKind = 'clmm' | 'cpmm' | 'ammV4' | 'stable'

/** The program of each kind of pool. */
export const poolPrograms: Readonly<Record<PoolKind, Address>> = {
  clmm: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK' as Address,
  cpmm: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' as Address,
  ammV4: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8' as Address,
  stable: '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h' as Address,
}

/** Returns the kind of a program's pools. `undefined`: the router does not call the program. */
export const poolKindOf = (program: Address): PoolKind | undefined =>
  (Object.keys(poolPrograms) as PoolKind[]).find(kind => poolPrograms[kind] === program)
