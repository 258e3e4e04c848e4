import type { Clock } from '@tern/core'
import { isTernError, TernError } from '@tern/core'
import {
  depositLayout,
  initializeLayout,
  program,
  swapBaseInputLayout,
  swapBaseOutputLayout,
  withdrawLayout,
} from '@tern/venues/raydiumCpmm'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { fail } from '../anchor.ts'
import type { SimulatedProgram } from '../simulatedProgram.ts'
import { executeInitialize } from './initialize.ts'
import { executeDeposit, executeWithdraw } from './liquidity.ts'
import { executeSwapBaseInput, executeSwapBaseOutput } from './swap.ts'

const instructions = [
  { name: 'SwapBaseInput', layout: swapBaseInputLayout, execute: executeSwapBaseInput },
  { name: 'SwapBaseOutput', layout: swapBaseOutputLayout, execute: executeSwapBaseOutput },
  { name: 'Initialize', layout: initializeLayout, execute: executeInitialize },
  { name: 'Deposit', layout: depositLayout, execute: executeDeposit },
  { name: 'Withdraw', layout: withdrawLayout, execute: executeWithdraw },
]

/**
 * Raydium's CP-Swap, as `raydium-io/raydium-cp-swap@609780f` has it: creating a pool, both swaps, deposit and withdrawal.
 * Other instructions fail as unknown ones do. Compute units are modelled.
 */
export const raydiumCpmm: SimulatedProgram = {
  address: program,
  execute(invocation: Invocation, clock: Clock): Script {
    const found = instructions.find(({ layout }) =>
      layout.discriminator.every((byte, i) => invocation.data[i] === byte),
    )
    if (found === undefined) return fail('InstructionFallbackNotFound')
    const first = `Instruction: ${found.name}`
    try {
      return new Script().log(first).append(found.execute(invocation, clock))
    } catch (error) {
      if (!isTernError(error, 'practice/programFailed')) throw error
      const { code, logs } = error.facts
      throw new TernError('practice/programFailed', { code, logs: [first, ...logs] }, { cause: error })
    }
  },
}
