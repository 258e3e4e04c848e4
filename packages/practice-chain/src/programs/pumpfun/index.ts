import { buyExactSolInLayout, buyLayout, createLayout, createV2Layout, program, sellLayout } from '@tern/venues/pumpfun'
import { anchorProgram } from '../anchorProgram.ts'
import { executeCreate } from './create.ts'
import { executeCreateV2 } from './createV2.ts'
import { executeBuy, executeBuyExactSolIn, executeSell } from './legacy.ts'

/**
 * pump.fun's bonding curves as the program of 2026-09 has them (IDL of `@pump-fun/pump-sdk@2.0.0`, logs and accounts recorded on
 * mainnet). Its source is not published: what an instruction does is its documentation's, the order of its calls and its
 * units those of recorded transactions. Other instructions fail as unknown ones do.
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
])
