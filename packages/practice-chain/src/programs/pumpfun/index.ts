import { program } from '@tern/venues/pumpfun'
import {
  buyExactQuoteInV2Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  createLayout,
  createV2Layout,
  sellLayout,
  sellV2Layout,
} from '@tern/venues/pumpfun/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { accumulators } from './accumulators.ts'
import { executeCreate } from './create.ts'
import { executeCreateV2 } from './createV2.ts'
import { executeBuy, executeBuyExactSolIn, executeSell } from './legacy.ts'
import { executeMigrate, executeMigrateV2 } from './migrate.ts'
import {
  executeClaimCashback,
  executeClaimCashbackV2,
  executeCollectCreatorFee,
  executeCollectCreatorFeeV2,
} from './payouts.ts'
import { executeBuyExactQuoteInV2, executeBuyV2, executeSellV2 } from './tradeV2.ts'
import { executeCloseAccumulator, executeExtendAccount, executeSyncAccumulator } from './upkeep.ts'

const tag = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

/**
 * pump.fun's bonding curves, as the program of 2026-09 has them.
 * Sources: the IDL of `@pump-fun/pump-sdk@2.0.0`, and logs and accounts recorded on mainnet. The program's source is
 * not published.
 * An instruction's effect follows its documentation. The order of its calls follows recorded transactions.
 * Other instructions fail like unknown instructions.
 *
 * Compute units of `create_v2`, `buy` and `sell` are those of recorded transactions.
 * For the `_v2` trades they are about half of the limit that the documentation recommends. The others are estimates.
 */
export const pumpfun = anchorProgram(program, [
  { name: 'Create', discriminator: createLayout.discriminator, modelledUnits: 150_000, execute: executeCreate },
  { name: 'CreateV2', discriminator: createV2Layout.discriminator, modelledUnits: 103_485, execute: executeCreateV2 },
  { name: 'Buy', discriminator: buyLayout.discriminator, modelledUnits: 75_827, execute: executeBuy },
  {
    name: 'BuyExactSolIn',
    discriminator: buyExactSolInLayout.discriminator,
    modelledUnits: 77_000,
    execute: executeBuyExactSolIn,
  },
  { name: 'Sell', discriminator: sellLayout.discriminator, modelledUnits: 47_690, execute: executeSell },
  { name: 'BuyV2', discriminator: buyV2Layout.discriminator, modelledUnits: 130_000, execute: executeBuyV2 },
  {
    name: 'BuyExactQuoteInV2',
    discriminator: buyExactQuoteInV2Layout.discriminator,
    modelledUnits: 131_000,
    execute: executeBuyExactQuoteInV2,
  },
  { name: 'SellV2', discriminator: sellV2Layout.discriminator, modelledUnits: 115_000, execute: executeSellV2 },
  { name: 'Migrate', discriminator: tag('9beae792ec9ea21e'), modelledUnits: 300_000, execute: executeMigrate },
  { name: 'MigrateV2', discriminator: tag('bbcb121fceedfe29'), modelledUnits: 310_000, execute: executeMigrateV2 },
  {
    name: 'InitUserVolumeAccumulator',
    discriminator: tag('5e06ca73ff60e8b7'),
    modelledUnits: 20_000,
    execute: accumulators.executeInit,
  },
  {
    name: 'SyncUserVolumeAccumulator',
    discriminator: tag('561fc057a3574fee'),
    modelledUnits: 12_000,
    execute: executeSyncAccumulator,
  },
  {
    name: 'CloseUserVolumeAccumulator',
    discriminator: tag('f945a4da9667548a'),
    modelledUnits: 12_000,
    execute: executeCloseAccumulator,
  },
  {
    name: 'ExtendAccount',
    discriminator: tag('ea66c2cb96483ee5'),
    modelledUnits: 12_000,
    execute: executeExtendAccount,
  },
  {
    name: 'CollectCreatorFee',
    discriminator: tag('1416567bc61cdb84'),
    modelledUnits: 14_000,
    execute: executeCollectCreatorFee,
  },
  {
    name: 'CollectCreatorFeeV2',
    discriminator: tag('cf118af204221338'),
    modelledUnits: 30_000,
    execute: executeCollectCreatorFeeV2,
  },
  {
    name: 'ClaimCashback',
    discriminator: tag('253a237ebe35e4c5'),
    modelledUnits: 12_000,
    execute: executeClaimCashback,
  },
  {
    name: 'ClaimCashbackV2',
    discriminator: tag('7af3cc415e741d37'),
    modelledUnits: 30_000,
    execute: executeClaimCashbackV2,
  },
])
