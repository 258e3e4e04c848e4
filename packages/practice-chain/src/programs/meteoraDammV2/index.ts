import {
  initializeCustomizablePoolLayout,
  initializePoolLayout,
  program,
  swap2Layout,
  swapLayout,
} from '@tern/venues/meteoraDammV2'
import { anchorProgram } from '../anchorProgram.ts'
import { executeInitializeCustomizablePool, executeInitializePool } from './createPool.ts'
import { executePermanentLock, permanentLockLayout } from './permanentLock.ts'
import { executeSwap, executeSwap2 } from './swap.ts'

/**
 * Meteora's DAMM v2, as `MeteoraAg/damm-v2@a3d3827` (release 0.2.1) has it: creating a pool, of a config or with fees of its own,
 * locking a position for good, and both swaps. Pools have no vault that buys before they open. Other instructions fail as unknown ones do.
 * Compute units are what the real binary takes with two SPL tokens.
 */
export const meteoraDammV2 = anchorProgram(program, [
  { name: 'Swap', discriminator: swapLayout.discriminator, modelledUnits: 15_000, execute: executeSwap },
  { name: 'Swap2', discriminator: swap2Layout.discriminator, modelledUnits: 17_000, execute: executeSwap2 },
  {
    name: 'InitializePool',
    discriminator: initializePoolLayout.discriminator,
    modelledUnits: 100_000,
    execute: executeInitializePool,
  },
  {
    name: 'InitializeCustomizablePool',
    discriminator: initializeCustomizablePoolLayout.discriminator,
    modelledUnits: 100_000,
    execute: executeInitializeCustomizablePool,
  },
  {
    name: 'PermanentLockPosition',
    discriminator: permanentLockLayout.discriminator,
    modelledUnits: 15_000,
    execute: executePermanentLock,
  },
])
