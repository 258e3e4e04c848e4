import type { Address } from '@tern/core'
import { poolAuthority as meteoraDammV2Authority, program as meteoraDammV2Program } from './meteoraDammV2/addresses.ts'
import { candidatePools as meteoraDammV2Pools } from './meteoraDammV2/candidates.ts'
import { poolAuthority as meteoraDbcAuthority, program as meteoraDbcProgram } from './meteoraDbc/addresses.ts'
import { candidatePools as meteoraDbcPools } from './meteoraDbc/candidates.ts'
import { dammV1Program } from './meteoraDbc/graduation.ts'
import type { Protocol } from './protocols.ts'
import { program as pumpAmmProgram } from './pumpAmm/addresses.ts'
import { candidatePools as pumpAmmPools } from './pumpAmm/candidates.ts'
import { program as pumpfunProgram } from './pumpfun/addresses.ts'
import { candidatePools as pumpfunPools } from './pumpfun/candidates.ts'
import { program as raydiumClmmProgram } from './raydiumClmm/addresses.ts'
import { candidatePools as raydiumClmmPools } from './raydiumClmm/candidates.ts'
import { authority as raydiumCpmmAuthority, program as raydiumCpmmProgram } from './raydiumCpmm/addresses.ts'
import { candidatePools as raydiumCpmmPools } from './raydiumCpmm/candidates.ts'
import {
  ammProgram,
  authority as raydiumLaunchlabAuthority,
  program as raydiumLaunchlabProgram,
} from './raydiumLaunchlab/addresses.ts'
import { candidatePools as raydiumLaunchlabPools } from './raydiumLaunchlab/candidates.ts'
import type { Graduation } from './venue.ts'

/** An address where a token may have a pool, and the protocol that opens it. */
export interface Candidate {
  readonly protocol: Protocol
  readonly address: Address
}

/** What can be derived for a mint on each program: the only list of them. A program stands here by its most general name. */
const derivations: readonly {
  readonly protocol: Protocol
  readonly program: Address
  /** Owns the vaults of all pools; unset: each pool owns its own. */
  readonly authority?: Address
  readonly pools: (mint: Address) => Promise<readonly Address[]>
}[] = [
  {
    protocol: 'meteora_damm_v2',
    program: meteoraDammV2Program,
    authority: meteoraDammV2Authority,
    pools: meteoraDammV2Pools,
  },
  { protocol: 'meteora_dbc', program: meteoraDbcProgram, authority: meteoraDbcAuthority, pools: meteoraDbcPools },
  { protocol: 'pumpfun', program: pumpfunProgram, pools: pumpfunPools },
  { protocol: 'pumpamm', program: pumpAmmProgram, pools: pumpAmmPools },
  { protocol: 'raydium_clmm', program: raydiumClmmProgram, pools: raydiumClmmPools },
  { protocol: 'raydium_cpmm', program: raydiumCpmmProgram, authority: raydiumCpmmAuthority, pools: raydiumCpmmPools },
  {
    protocol: 'raydium_launchlab',
    program: raydiumLaunchlabProgram,
    authority: raydiumLaunchlabAuthority,
    pools: raydiumLaunchlabPools,
  },
]

/**
 * Every pool of a token, on any venue, whose address follows from the mint, against SOL, USDC or USD1. Whether one is there is for
 * the caller to see: what computes cannot fetch.
 */
export async function candidatePools(mint: Address): Promise<readonly Candidate[]> {
  const found = derivations.map(async ({ protocol, pools }) =>
    (await pools(mint)).map(address => ({ protocol, address })),
  )
  return (await Promise.all(found)).flat()
}

/** What a pool that somebody tells of is, by the program that owns it; `undefined` of a program that has no venue here. */
export function candidateOf(program: string, address: Address): Candidate | undefined {
  const found = derivations.find(one => one.program === program)
  return found && { protocol: found.protocol, address }
}

/** The program whose pools all keep their tokens in accounts of `owner`; `undefined` of any other owner. */
export function vaultProgram(owner: Address): Address | undefined {
  return derivations.find(({ authority }) => authority === owner)?.program
}

/** What a curve moved to, by the program that owns the pool; `undefined` of a program that curves do not move to. */
export function graduationTo(program: string, address: Address): Graduation | undefined {
  if (program === ammProgram) return { protocol: 'raydiumammv4', address }
  if (program === dammV1Program) return { protocol: 'meteora_damm_v1', address }
  return candidateOf(program, address)
}
