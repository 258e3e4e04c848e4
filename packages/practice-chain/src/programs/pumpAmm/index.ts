import { program } from '@tern/venues/pumpAmm'
import {
  buyExactQuoteInLayout,
  buyLayout,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  sellLayout,
} from '@tern/venues/pumpAmm/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { accumulators } from './accumulators.ts'
import { executeCreatePool } from './createPool.ts'
import { executeInitBoost } from './initBoost.ts'
import { createPoolLayout, initBoostTag } from './layout.ts'
import { executeBuy, executeBuyExactQuoteIn, executeSell } from './trade.ts'
import { executeExtendAccount } from './upkeep.ts'

/**
 * pump.fun's own pools (IDL of `@pump-fun/pump-sdk@2.0.0`), as far as a migrated coin needs: creation, boost and
 * trades.
 * Other instructions fail like unknown instructions.
 * Compute units of buys are those of a mainnet log (2026-08). The other units are estimates.
 */
export const pumpAmm = anchorProgram(program, [
  {
    name: 'CreatePool',
    discriminator: createPoolLayout.discriminator,
    modelledUnits: 150_000,
    execute: executeCreatePool,
  },
  { name: 'InitBoost', discriminator: initBoostTag, modelledUnits: 45_000, execute: executeInitBoost },
  { name: 'Buy', discriminator: buyLayout.discriminator, modelledUnits: 98_147, execute: executeBuy },
  {
    name: 'BuyExactQuoteIn',
    discriminator: buyExactQuoteInLayout.discriminator,
    modelledUnits: 98_147,
    execute: executeBuyExactQuoteIn,
  },
  { name: 'Sell', discriminator: sellLayout.discriminator, modelledUnits: 90_000, execute: executeSell },
  {
    name: 'ExtendAccount',
    discriminator: extendAccountLayout.discriminator,
    modelledUnits: 12_000,
    execute: executeExtendAccount,
  },
  {
    name: 'InitUserVolumeAccumulator',
    discriminator: initUserVolumeAccumulatorLayout.discriminator,
    modelledUnits: 20_000,
    execute: accumulators.executeInit,
  },
])
