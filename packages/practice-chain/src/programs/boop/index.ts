import { program } from '@tern/venues/boop'
import { buyTokenLayout, sellTokenLayout } from '@tern/venues/boop/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeBuyToken, executeSellToken } from './trade.ts'

/**
 * boop.fun's bonding curves. Sources: the IDL 0.2.0, and trades that were measured on mainnet. The program's source is
 * not published. Launches and graduations are not simulated: they fail like unknown instructions.
 *
 * Compute units are estimates.
 */
export const boop = anchorProgram(program, [
  {
    name: 'BuyToken',
    discriminator: buyTokenLayout.discriminator,
    modelledUnits: 100_000,
    execute: executeBuyToken,
  },
  {
    name: 'SellToken',
    discriminator: sellTokenLayout.discriminator,
    modelledUnits: 80_000,
    execute: executeSellToken,
  },
])
