import { program, swapV2Layout } from '@tern/venues/raydiumClmm'
import { anchorProgram } from '../anchorProgram.ts'
import { executeSwapV2, unitsUncrossed } from './swap.ts'

/**
 * Raydium's concentrated liquidity, as `raydium-io/raydium-clmm@03b44b7` has it: swaps in pools that the world begins with.
 * Other instructions fail as unknown ones do. Compute units are what the real binary takes with two SPL tokens: without a crossing, and for each tick crossed.
 */
export const raydiumClmm = anchorProgram(program, [
  { name: 'SwapV2', discriminator: swapV2Layout.discriminator, modelledUnits: unitsUncrossed, execute: executeSwapV2 },
])
