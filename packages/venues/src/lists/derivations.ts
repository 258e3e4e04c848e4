// Written by scripts/programLists.mjs from programs.json.

import type { Address } from '@tern/core'
import { program as boopProgram } from '../boop/addresses.ts'
import { vaultOwner as boopOwner, candidatePools as boopPools } from '../boop/candidates.ts'
import { program as meteoraDammV1Program } from '../meteoraDammV1/addresses.ts'
import { candidatePools as meteoraDammV1Pools } from '../meteoraDammV1/candidates.ts'
import { program as meteoraDammV2Program } from '../meteoraDammV2/addresses.ts'
import { vaultOwner as meteoraDammV2Owner, candidatePools as meteoraDammV2Pools } from '../meteoraDammV2/candidates.ts'
import { program as meteoraDbcProgram } from '../meteoraDbc/addresses.ts'
import { vaultOwner as meteoraDbcOwner, candidatePools as meteoraDbcPools } from '../meteoraDbc/candidates.ts'
import { program as moonitProgram } from '../moonit/addresses.ts'
import { candidatePools as moonitPools } from '../moonit/candidates.ts'
import { program as pumpAmmProgram } from '../pumpAmm/addresses.ts'
import { candidatePools as pumpAmmPools } from '../pumpAmm/candidates.ts'
import { program as pumpfunProgram } from '../pumpfun/addresses.ts'
import { candidatePools as pumpfunPools } from '../pumpfun/candidates.ts'
import { program as raydiumAmmV4Program } from '../raydiumAmmV4/addresses.ts'
import { vaultOwner as raydiumAmmV4Owner, candidatePools as raydiumAmmV4Pools } from '../raydiumAmmV4/candidates.ts'
import { program as raydiumClmmProgram } from '../raydiumClmm/addresses.ts'
import { candidatePools as raydiumClmmPools } from '../raydiumClmm/candidates.ts'
import { program as raydiumCpmmProgram } from '../raydiumCpmm/addresses.ts'
import { vaultOwner as raydiumCpmmOwner, candidatePools as raydiumCpmmPools } from '../raydiumCpmm/candidates.ts'
import { program as raydiumLaunchlabProgram } from '../raydiumLaunchlab/addresses.ts'
import {
  vaultOwner as raydiumLaunchlabOwner,
  candidatePools as raydiumLaunchlabPools,
} from '../raydiumLaunchlab/candidates.ts'
import { program as raydiumStableProgram } from '../raydiumStable/addresses.ts'
import { candidatePools as raydiumStablePools } from '../raydiumStable/candidates.ts'
import type { Protocol } from './protocols.ts'

/**
 * The pool addresses that can be derived from a mint, for each program.
 * A program that serves several protocols appears under its most general name.
 */
export const derivations: readonly {
  readonly protocol: Protocol
  readonly program: Address
  readonly pools: (mint: Address) => Promise<readonly Address[]>
  /** Owner of all pools' vaults. Unset if each pool owns its own vaults. */
  readonly vaultOwner?: Address
}[] = [
  { protocol: 'raydium_cpmm', program: raydiumCpmmProgram, pools: raydiumCpmmPools, vaultOwner: raydiumCpmmOwner },
  {
    protocol: 'meteora_damm_v2',
    program: meteoraDammV2Program,
    pools: meteoraDammV2Pools,
    vaultOwner: meteoraDammV2Owner,
  },
  { protocol: 'pumpfun', program: pumpfunProgram, pools: pumpfunPools },
  { protocol: 'pumpamm', program: pumpAmmProgram, pools: pumpAmmPools },
  {
    protocol: 'raydium_launchlab',
    program: raydiumLaunchlabProgram,
    pools: raydiumLaunchlabPools,
    vaultOwner: raydiumLaunchlabOwner,
  },
  { protocol: 'meteora_dbc', program: meteoraDbcProgram, pools: meteoraDbcPools, vaultOwner: meteoraDbcOwner },
  { protocol: 'raydium_clmm', program: raydiumClmmProgram, pools: raydiumClmmPools },
  { protocol: 'boop', program: boopProgram, pools: boopPools, vaultOwner: boopOwner },
  { protocol: 'raydiumammv4', program: raydiumAmmV4Program, pools: raydiumAmmV4Pools, vaultOwner: raydiumAmmV4Owner },
  { protocol: 'raydium_stable', program: raydiumStableProgram, pools: raydiumStablePools },
  { protocol: 'meteora_damm_v1', program: meteoraDammV1Program, pools: meteoraDammV1Pools },
  { protocol: 'moonit', program: moonitProgram, pools: moonitPools },
]
