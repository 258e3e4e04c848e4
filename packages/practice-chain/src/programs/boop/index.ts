import { program } from '@tern/venues/boop'
import {
  buyTokenLayout,
  createRaydiumPoolLayout,
  createTokenFallbackLayout,
  createTokenLayout,
  deployBondingCurveFallbackLayout,
  deployBondingCurveLayout,
  graduateLayout,
  sellTokenLayout,
} from '@tern/venues/boop/internal'
import { anchorProgram, type SimulatedInstruction } from '../anchorProgram.ts'
import { executeCreateRaydiumPool, executeGraduate } from './graduate.ts'
import { executeCreateToken, executeDeployBondingCurve } from './launch.ts'
import { executeBuyToken, executeSellToken } from './trade.ts'

function instruction(
  name: string,
  { discriminator }: { readonly discriminator: Uint8Array },
  modelledUnits: number,
  execute: SimulatedInstruction['execute'],
): SimulatedInstruction {
  return { name, discriminator, modelledUnits, execute }
}

/**
 * boop.fun's bonding curves. Sources: the IDL 0.2.0, and trades that were measured on mainnet. The program's source is
 * not published. Launches and graduations follow the IDL's accounts. Other instructions, like the lock of a pool's LP
 * tokens, fail like unknown instructions.
 *
 * Compute units are estimates.
 */
export const boop = anchorProgram(program, [
  instruction('BuyToken', buyTokenLayout, 100_000, executeBuyToken),
  instruction('SellToken', sellTokenLayout, 80_000, executeSellToken),
  instruction('CreateToken', createTokenLayout, 70_000, executeCreateToken('payerAndSalt')),
  instruction('CreateTokenFallback', createTokenFallbackLayout, 70_000, executeCreateToken('salt')),
  instruction('DeployBondingCurve', deployBondingCurveLayout, 70_000, executeDeployBondingCurve('payerAndSalt')),
  instruction(
    'DeployBondingCurveFallback',
    deployBondingCurveFallbackLayout,
    70_000,
    executeDeployBondingCurve('salt'),
  ),
  instruction('Graduate', graduateLayout, 120_000, executeGraduate),
  instruction('CreateRaydiumPool', createRaydiumPoolLayout, 250_000, executeCreateRaydiumPool),
])
