import { type Clock, isTernError, TernError } from '@tern/core'
import { program } from '@tern/venues/raydiumStable'
import { swapBaseInLayout, swapBaseOutLayout } from '@tern/venues/raydiumStable/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import type { SimulatedProgram } from '../simulatedProgram.ts'
import { refuse } from './errors.ts'
import { executeSwapBaseIn, executeSwapBaseOut } from './swap.ts'

/** *Modelled*: compute units of a success. The real program takes 80,000 to 125,000. */
const modelledUnits = 100_000

function execute(invocation: Invocation, clock: Clock): Script {
  const { data } = invocation
  // The arguments that follow are read by their layout. A longer instruction is valid.
  if (data[0] === swapBaseInLayout.discriminator[0] && data.length >= swapBaseInLayout.size) {
    const { amount_in, minimum_amount_out } = swapBaseInLayout.decode(data, 'atLeast')
    const line = `swap_base_in amount_in:${amount_in}, minimum_amount_out:${minimum_amount_out}`
    return logged(line, () =>
      executeSwapBaseIn(invocation, clock, { amountIn: amount_in, minimumAmountOut: minimum_amount_out }),
    )
  }
  if (data[0] === swapBaseOutLayout.discriminator[0] && data.length >= swapBaseOutLayout.size) {
    const { max_amount_in, amount_out } = swapBaseOutLayout.decode(data, 'atLeast')
    const line = `swap_base_out max_amount_in:${max_amount_in}, amount_out:${amount_out}`
    return logged(line, () =>
      executeSwapBaseOut(invocation, clock, { maxAmountIn: max_amount_in, amountOut: amount_out }),
    )
  }
  return refuse('InvalidInstruction')
}

/** Logs the arguments before anything can fail. */
function logged(line: string, run: () => Script): Script {
  try {
    return new Script().log(line).append(run()).consume(modelledUnits)
  } catch (error) {
    if (!isTernError(error, 'practice/programFailed')) throw error
    const { code, logs } = error.facts
    throw new TernError('practice/programFailed', { code, logs: [line, ...logs] }, { cause: error })
  }
}

/** Raydium's stable program, after its binary: both swaps. Other instructions fail like unknown instructions. */
export const raydiumStable: SimulatedProgram = { address: program, execute }
