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

/** An address that may hold a pool of a token, and the protocol that opens it. */
export interface Candidate {
  readonly protocol: Protocol
  readonly address: Address
}

/**
 * The pool addresses that can be derived from a mint on each program: the only such list.
 * A program that serves several protocols appears under its most general name.
 */
const derivations: readonly {
  readonly protocol: Protocol
  readonly program: Address
  /** Owner of all pools' vaults. Unset if each pool owns its own vaults. */
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
 * Derives the address of every pool of a token against SOL, USDC or USD1, on any venue, if the address follows from the
 * mint. Does not read the chain: the caller must check which of the addresses hold a pool.
 */
export async function candidatePools(mint: Address): Promise<readonly Candidate[]> {
  const found = derivations.map(async ({ protocol, pools }) =>
    (await pools(mint)).map(address => ({ protocol, address })),
  )
  return (await Promise.all(found)).flat()
}

/**
 * Returns a reported pool's candidate, by the program that owns the pool. `undefined` if the program has no venue here.
 */
export function candidateOf(program: string, address: Address): Candidate | undefined {
  const found = derivations.find(one => one.program === program)
  return found && { protocol: found.protocol, address }
}

/** Returns the program whose pools all keep their tokens in accounts of `owner`. `undefined` for any other owner. */
export function vaultProgram(owner: Address): Address | undefined {
  return derivations.find(({ authority }) => authority === owner)?.program
}

/** Returns the pool that a curve moved to, by the pool's program. `undefined` if curves do not move to that program. */
export function graduationTo(program: string, address: Address): Graduation | undefined {
  if (program === ammProgram) return { protocol: 'raydiumammv4', address }
  if (program === dammV1Program) return { protocol: 'meteora_damm_v1', address }
  return candidateOf(program, address)
}
