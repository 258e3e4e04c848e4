import { program } from '@tern/venues/meteoraDammV2'
import {
  initializeCustomizablePoolLayout,
  initializePoolLayout,
  swap2Layout,
  swapLayout,
} from '@tern/venues/meteoraDammV2/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeInitializeCustomizablePool, executeInitializePool } from './createPool.ts'
import { executePermanentLock, permanentLockLayout } from './permanentLock.ts'
import { executeSwap, executeSwap2 } from './swap.ts'

/**
 * Meteora's DAMM v2, after `MeteoraAg/damm-v2@a3d3827` (release 0.2.1).
 * It creates pools with a config or with their own fees, locks positions permanently, and makes both swaps.
 * Pools have no vault that buys before they open. Other instructions fail like unknown instructions.
 * Compute units are those of the real binary with two SPL tokens.
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
