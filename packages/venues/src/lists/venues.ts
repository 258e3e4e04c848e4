// Written by scripts/programLists.mjs from programs.json.

import { boop } from '../boop/boop.ts'
import { meteoraDammV1 } from '../meteoraDammV1/meteoraDammV1.ts'
import { meteoraDammV2 } from '../meteoraDammV2/meteoraDammV2.ts'
import { believe, meteoraDbc } from '../meteoraDbc/meteoraDbc.ts'
import { moonit } from '../moonit/moonit.ts'
import { pumpAmm } from '../pumpAmm/pumpAmm.ts'
import { pumpfun } from '../pumpfun/pumpfun.ts'
import { raydiumAmmV4 } from '../raydiumAmmV4/raydiumAmmV4.ts'
import { raydiumClmm } from '../raydiumClmm/raydiumClmm.ts'
import { raydiumCpmm } from '../raydiumCpmm/raydiumCpmm.ts'
import { bonk, raydiumLaunchlab } from '../raydiumLaunchlab/raydiumLaunchlab.ts'
import { raydiumStable } from '../raydiumStable/raydiumStable.ts'
import type { Venue } from '../venue.ts'
import type { Protocol } from './protocols.ts'

/** Every protocol, already loaded: for servers and tests. Applications use `loadVenue` of `@tern/venues`. */
export const venues: Readonly<Record<Protocol, Venue>> = {
  believe,
  bonk,
  boop,
  meteora_damm_v1: meteoraDammV1,
  meteora_damm_v2: meteoraDammV2,
  meteora_dbc: meteoraDbc,
  moonit,
  pumpamm: pumpAmm,
  pumpfun,
  raydium_clmm: raydiumClmm,
  raydium_cpmm: raydiumCpmm,
  raydium_launchlab: raydiumLaunchlab,
  raydium_stable: raydiumStable,
  raydiumammv4: raydiumAmmV4,
}
