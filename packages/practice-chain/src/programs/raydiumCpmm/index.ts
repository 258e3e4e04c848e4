import { program } from '@tern/venues/raydiumCpmm'
import { swapBaseInputLayout, swapBaseOutputLayout } from '@tern/venues/raydiumCpmm/internal'
import { anchorProgram } from '../anchorProgram.ts'
import { executeInitialize } from './initialize.ts'
import { executeDeposit, executeWithdraw } from './liquidity.ts'
import { tags } from './liquidityArguments.ts'
import { executeSwapBaseInput, executeSwapBaseOutput } from './swap.ts'

/**
 * Raydium's CP-Swap, after `raydium-io/raydium-cp-swap@609780f`: pool creation, both swaps, deposit and withdrawal.
 * Other instructions fail like unknown instructions. Compute units are those of the real binary with two SPL tokens.
 */
export const raydiumCpmm = anchorProgram(program, [
  {
    name: 'SwapBaseInput',
    discriminator: swapBaseInputLayout.discriminator,
    modelledUnits: 22_850,
    execute: executeSwapBaseInput,
  },
  {
    name: 'SwapBaseOutput',
    discriminator: swapBaseOutputLayout.discriminator,
    modelledUnits: 22_950,
    execute: executeSwapBaseOutput,
  },
  {
    name: 'Initialize',
    discriminator: tags.initialize,
    modelledUnits: 99_000,
    execute: executeInitialize,
  },
  { name: 'Deposit', discriminator: tags.deposit, modelledUnits: 22_000, execute: executeDeposit },
  { name: 'Withdraw', discriminator: tags.withdraw, modelledUnits: 22_250, execute: executeWithdraw },
])
