import { program } from '@tern/venues/meteoraDbc'
import {
  initializeToken2022Layout,
  migrateDammV2Layout,
  swap2Layout,
  swapLayout,
} from '@tern/venues/meteoraDbc/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeInitialize } from './initialize.ts'
import { executeMigrateDammV2 } from './migrate.ts'
import { executeSwap, executeSwap2 } from './swap.ts'

/**
 * Meteora's Dynamic Bonding Curve, after `MeteoraAg/dynamic-bonding-curve@b4f9547` (release 0.1.10).
 * It launches Token-2022 tokens on existing terms, makes both swaps, and migrates to DAMM v2.
 * Other instructions fail like unknown instructions.
 */
export const meteoraDbc = anchorProgram(program, [
  { name: 'Swap', discriminator: swapLayout.discriminator, modelledUnits: 60_000, execute: executeSwap },
  { name: 'Swap2', discriminator: swap2Layout.discriminator, modelledUnits: 60_000, execute: executeSwap2 },
  {
    name: 'InitializeVirtualPoolWithToken2022',
    discriminator: initializeToken2022Layout.discriminator,
    modelledUnits: 90_000,
    execute: executeInitialize,
  },
  {
    name: 'MigrationDammV2',
    discriminator: migrateDammV2Layout.discriminator,
    modelledUnits: 250_000,
    execute: executeMigrateDammV2,
  },
])
