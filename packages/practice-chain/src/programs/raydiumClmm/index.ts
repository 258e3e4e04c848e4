import { program } from '@tern/venues/raydiumClmm'
import { swapV2Layout } from '@tern/venues/raydiumClmm/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeSwapV2, unitsUncrossed } from './swap.ts'

/**
 * Raydium's concentrated liquidity, after `raydium-io/raydium-clmm@03b44b7`: swaps in the world's initial pools.
 * Other instructions fail like unknown instructions.
 * Compute units are those of the real binary with two SPL tokens: without a crossing, and for each crossed tick.
 */
export const raydiumClmm = anchorProgram(program, [
  { name: 'SwapV2', discriminator: swapV2Layout.discriminator, modelledUnits: unitsUncrossed, execute: executeSwapV2 },
])
