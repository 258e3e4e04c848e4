import { boop } from './boop/index.ts'
import { mayhem } from './mayhem/index.ts'
import { meteoraDammV1 } from './meteoraDammV1/index.ts'
import { meteoraDammV2 } from './meteoraDammV2/index.ts'
import { meteoraDbc } from './meteoraDbc/index.ts'
import { meteoraVault } from './meteoraVault/index.ts'
import { moonit } from './moonit/index.ts'
import { pumpAmm } from './pumpAmm/index.ts'
import { pumpFees } from './pumpFees/index.ts'
import { pumpfun } from './pumpfun/index.ts'
import { raydiumAmmV4 } from './raydiumAmmV4/index.ts'
import { raydiumClmm } from './raydiumClmm/index.ts'
import { raydiumCpmm } from './raydiumCpmm/index.ts'
import { raydiumLaunchlab } from './raydiumLaunchlab/index.ts'
import { raydiumStable } from './raydiumStable/index.ts'
import type { SimulatedProgram } from './simulatedProgram.ts'
import { tokenMetadata } from './tokenMetadata/index.ts'

/** Every program that is simulated unless its real binary is given. */
export const simulatedPrograms: readonly SimulatedProgram[] = [
  raydiumAmmV4,
  raydiumClmm,
  raydiumCpmm,
  raydiumLaunchlab,
  raydiumStable,
  pumpfun,
  pumpAmm,
  meteoraDammV1,
  meteoraDammV2,
  meteoraDbc,
  meteoraVault,
  pumpFees,
  mayhem,
  tokenMetadata,
  boop,
  moonit,
]
