import { program } from '@tern/venues/meteoraDammV1'
import { swapLayout } from '@tern/venues/meteoraDammV1/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeSwap } from './swap.ts'

/**
 * Meteora's DAMM v1, after `MeteoraAg/damm-v1-sdk@02c66a3`: swaps. Other instructions fail like unknown instructions.
 * Compute units are those of the real binary on a constant-product pool.
 */
export const meteoraDammV1 = anchorProgram(program, [
  { name: 'Swap', discriminator: swapLayout.discriminator, modelledUnits: 105_100, execute: executeSwap },
])
