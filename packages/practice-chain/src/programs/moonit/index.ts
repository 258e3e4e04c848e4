import { program } from '@tern/venues/moonit'
import { buyLayout, sellLayout } from '@tern/venues/moonit/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeBuy, executeSell } from './trade.ts'

/**
 * Moonit's bonding curves. Sources: its fourth interface description, its client, and transactions recorded on mainnet.
 * The program's source is not published. Launches and the move of a complete curve's funds need the signature of the
 * program's backend, and are not simulated: they fail like unknown instructions.
 *
 * The compute units of a buy are those of a recorded transaction. Those of a sale are an estimate.
 */
export const moonit = anchorProgram(program, [
  { name: 'Buy', discriminator: buyLayout.discriminator, modelledUnits: 44_550, execute: executeBuy },
  { name: 'Sell', discriminator: sellLayout.discriminator, modelledUnits: 45_000, execute: executeSell },
])
