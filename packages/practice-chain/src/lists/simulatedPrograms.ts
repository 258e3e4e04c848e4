// Written by scripts/programLists.mjs from programs.json.

import { boop } from '../programs/boop/index.ts'
import { mayhem } from '../programs/mayhem/index.ts'
import { meteoraDammV1 } from '../programs/meteoraDammV1/index.ts'
import { meteoraDammV2 } from '../programs/meteoraDammV2/index.ts'
import { meteoraDbc } from '../programs/meteoraDbc/index.ts'
import { meteoraVault } from '../programs/meteoraVault/index.ts'
import { moonit } from '../programs/moonit/index.ts'
import { pumpAmm } from '../programs/pumpAmm/index.ts'
import { pumpFees } from '../programs/pumpFees/index.ts'
import { pumpfun } from '../programs/pumpfun/index.ts'
import { raydiumAmmV4 } from '../programs/raydiumAmmV4/index.ts'
import { raydiumClmm } from '../programs/raydiumClmm/index.ts'
import { raydiumCpmm } from '../programs/raydiumCpmm/index.ts'
import { raydiumLaunchlab } from '../programs/raydiumLaunchlab/index.ts'
import { raydiumStable } from '../programs/raydiumStable/index.ts'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { tokenMetadata } from '../programs/tokenMetadata/index.ts'

/** Every program that is simulated unless its real binary is given. */
export const simulatedPrograms: readonly SimulatedProgram[] = [
  boop,
  mayhem,
  meteoraDammV1,
  meteoraDammV2,
  meteoraDbc,
  meteoraVault,
  moonit,
  pumpAmm,
  pumpFees,
  pumpfun,
  raydiumAmmV4,
  raydiumClmm,
  raydiumCpmm,
  raydiumLaunchlab,
  raydiumStable,
  tokenMetadata,
]
