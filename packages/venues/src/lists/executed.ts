// Written by scripts/programLists.mjs from programs.json.

import type { Address } from '@tern/core'
import { program as boopProgram } from '../boop/addresses.ts'
import type { Route } from '../effects/instructionEffects.ts'
import { program as meteoraDammV1Program } from '../meteoraDammV1/addresses.ts'
import { program as meteoraDammV2Program } from '../meteoraDammV2/addresses.ts'
import { program as meteoraDbcProgram, protocolOf as meteoraDbcProtocol } from '../meteoraDbc/addresses.ts'
import { program as moonitProgram } from '../moonit/addresses.ts'
import { program as pumpAmmProgram } from '../pumpAmm/addresses.ts'
import { readRoute as pumpAmmRoute, routeInstruction as pumpAmmRouteInstruction } from '../pumpAmm/readRoute.ts'
import { program as pumpfunProgram } from '../pumpfun/addresses.ts'
import { program as raydiumAmmV4Program } from '../raydiumAmmV4/addresses.ts'
import { program as raydiumClmmProgram } from '../raydiumClmm/addresses.ts'
import {
  readRoute as raydiumClmmRoute,
  routeInstruction as raydiumClmmRouteInstruction,
} from '../raydiumClmm/readRoute.ts'
import { program as raydiumCpmmProgram } from '../raydiumCpmm/addresses.ts'
import {
  program as raydiumLaunchlabProgram,
  protocolOf as raydiumLaunchlabProtocol,
} from '../raydiumLaunchlab/addresses.ts'
import { program as raydiumStableProgram } from '../raydiumStable/addresses.ts'
import type { MintOf } from '../readEvents.ts'
import type { Protocol } from './protocols.ts'

/** The name of a program's protocol. A platform's configuration may make it more specific. */
export const protocolOf: ReadonlyMap<Address, Protocol | ((config: Address) => Protocol)> = new Map<
  Address,
  Protocol | ((config: Address) => Protocol)
>([
  [raydiumCpmmProgram, 'raydium_cpmm'],
  [meteoraDammV2Program, 'meteora_damm_v2'],
  [pumpfunProgram, 'pumpfun'],
  [pumpAmmProgram, 'pumpamm'],
  [raydiumLaunchlabProgram, raydiumLaunchlabProtocol],
  [meteoraDbcProgram, meteoraDbcProtocol],
  [raydiumClmmProgram, 'raydium_clmm'],
  [boopProgram, 'boop'],
  [raydiumAmmV4Program, 'raydiumammv4'],
  [raydiumStableProgram, 'raydium_stable'],
  [meteoraDammV1Program, 'meteora_damm_v1'],
  [moonitProgram, 'moonit'],
])

/** For swaps through several pools. No row can say where the last of them pays to. */
export const routeReaders: ReadonlyMap<string, (accounts: readonly Address[], mintOf: MintOf) => Route | undefined> =
  new Map([
    [pumpAmmRouteInstruction, pumpAmmRoute],
    [raydiumClmmRouteInstruction, raydiumClmmRoute],
  ])
