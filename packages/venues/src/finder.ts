import type { Address } from '@tern/core'
import { candidatePools as meteoraDammV2Pools } from './meteoraDammV2/candidates.ts'
import { candidatePools as meteoraDbcPools } from './meteoraDbc/candidates.ts'
import type { Protocol } from './protocols.ts'
import { candidatePools as pumpAmmPools } from './pumpAmm/candidates.ts'
import { candidatePools as pumpfunPools } from './pumpfun/candidates.ts'
import { candidatePools as raydiumClmmPools } from './raydiumClmm/candidates.ts'
import { candidatePools as raydiumCpmmPools } from './raydiumCpmm/candidates.ts'
import { candidatePools as raydiumLaunchlabPools } from './raydiumLaunchlab/candidates.ts'

/** An address where a token may have a pool, and the protocol that opens it. */
export interface Candidate {
  readonly protocol: Protocol
  readonly address: Address
}

/** What can be derived for a mint on each program: the only list of them. A program stands here by its most general name. */
const derivations: readonly {
  readonly protocol: Protocol
  readonly pools: (mint: Address) => Promise<readonly Address[]>
}[] = [
  { protocol: 'meteora_damm_v2', pools: meteoraDammV2Pools },
  { protocol: 'meteora_dbc', pools: meteoraDbcPools },
  { protocol: 'pumpfun', pools: pumpfunPools },
  { protocol: 'pumpamm', pools: pumpAmmPools },
  { protocol: 'raydium_clmm', pools: raydiumClmmPools },
  { protocol: 'raydium_cpmm', pools: raydiumCpmmPools },
  { protocol: 'raydium_launchlab', pools: raydiumLaunchlabPools },
]

/**
 * Every pool of a token, on any venue, whose address follows from the mint, against SOL or USDC. Whether one is there is for
 * the caller to see: what computes cannot fetch.
 */
export async function candidatePools(mint: Address): Promise<readonly Candidate[]> {
  const found = derivations.map(async ({ protocol, pools }) =>
    (await pools(mint)).map(address => ({ protocol, address })),
  )
  return (await Promise.all(found)).flat()
}
