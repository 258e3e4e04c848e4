// Written by scripts/programLists.mjs from programs.json.

import { evidence as boop } from '../boop/evidence.ts'
import type { ProtocolEvidence } from '../ground.ts'
import { evidence as meteoraDammV1 } from '../meteoraDammV1/evidence.ts'
import { evidence as meteoraDammV2 } from '../meteoraDammV2/evidence.ts'
import { evidence as meteoraDbc } from '../meteoraDbc/evidence.ts'
import { evidence as moonit } from '../moonit/evidence.ts'
import { evidence as pumpAmm } from '../pumpAmm/evidence.ts'
import { evidence as pumpfun } from '../pumpfun/evidence.ts'
import { evidence as raydiumAmmV4 } from '../raydiumAmmV4/evidence.ts'
import { evidence as raydiumClmm } from '../raydiumClmm/evidence.ts'
import { evidence as raydiumCpmm } from '../raydiumCpmm/evidence.ts'
import { evidence as raydiumLaunchlab } from '../raydiumLaunchlab/evidence.ts'
import { evidence as raydiumStable } from '../raydiumStable/evidence.ts'
import type { Protocol } from './protocols.ts'

/**
 * The evidence by protocol, side and mode. A platform's pools share their program's evidence.
 * A test in `conformance` compares this table with the tests that ran.
 */
export const evidence: Readonly<Record<Protocol, ProtocolEvidence>> = {
  believe: meteoraDbc,
  bonk: raydiumLaunchlab,
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
