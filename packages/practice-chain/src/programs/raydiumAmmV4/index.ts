import { type Clock, isTernError, TernError } from '@tern/core'
import { program } from '@tern/venues/raydiumAmmV4'
import {
  swapBaseInLayout,
  swapBaseInV2Layout,
  swapBaseOutLayout,
  swapBaseOutV2Layout,
} from '@tern/venues/raydiumAmmV4/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import type { SimulatedProgram } from '../simulatedProgram.ts'
import { refuseAsRuntime } from './errors.ts'
import { executeSwapBaseIn, executeSwapBaseOut } from './swap.ts'

type Execute = (invocation: Invocation, clock: Clock) => Script

/** The instructions by their tags, with the compute units of a success: measured on mainnet in October 2026. */
const instructions: ReadonlyMap<number | undefined, { readonly units: number; readonly execute: Execute }> = new Map([
  [swapBaseInLayout.discriminator[0], { units: 16_000, execute: executeSwapBaseIn('first') }],
  [swapBaseOutLayout.discriminator[0], { units: 16_100, execute: executeSwapBaseOut('first') }],
  [swapBaseInV2Layout.discriminator[0], { units: 15_400, execute: executeSwapBaseIn('v2') }],
  [swapBaseOutV2Layout.discriminator[0], { units: 15_500, execute: executeSwapBaseOut('v2') }],
])

/**
 * Raydium's AMM v4, after `raydium-io/raydium-amm@27f461d`: the four swaps. This release has no order book. Other
 * instructions fail like unknown instructions.
 */
export const raydiumAmmV4: SimulatedProgram = {
  address: program,
  execute(invocation, clock) {
    // The program logs these lines before it reads the data.
    const first = [`Program ID: ${program}`, `Number of accounts: ${invocation.accounts.length}`]
    try {
      const found = instructions.get(invocation.data[0]) ?? refuseAsRuntime('InvalidInstructionData')
      const script = new Script()
      for (const line of first) script.log(line)
      return script.append(found.execute(invocation, clock)).consume(found.units)
    } catch (error) {
      if (!isTernError(error, 'practice/programFailed')) throw error
      const { code, logs } = error.facts
      throw new TernError('practice/programFailed', { code, logs: [...first, ...logs] }, { cause: error })
    }
  },
}
