import { program } from '@tern/venues/moonit'
import { buyLayout, migrateFundsLayout, sellLayout, tokenMintLayout } from '@tern/venues/moonit/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeTokenMint } from './launch.ts'
import { executeMigrateFunds } from './migrate.ts'
import { executeBuy, executeSell } from './trade.ts'

/**
 * Moonit's bonding curves. Sources: its fourth interface description, its client, and transactions recorded on mainnet.
 * The program's source is not published. Launches and migrations follow the description's accounts.
 *
 * The compute units of a buy are those of a recorded transaction. The others are estimates.
 */
export const moonit = anchorProgram(program, [
  { name: 'Buy', discriminator: buyLayout.discriminator, modelledUnits: 44_550, execute: executeBuy },
  { name: 'Sell', discriminator: sellLayout.discriminator, modelledUnits: 45_000, execute: executeSell },
  {
    name: 'TokenMint',
    discriminator: tokenMintLayout.discriminator,
    modelledUnits: 140_000,
    execute: executeTokenMint,
  },
  {
    name: 'MigrateFunds',
    discriminator: migrateFundsLayout.discriminator,
    modelledUnits: 80_000,
    execute: executeMigrateFunds,
  },
])
