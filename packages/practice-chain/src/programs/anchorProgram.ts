import { type Address, type Clock, isTernError, TernError } from '@tern/core'
import { Script } from '../effects/script.ts'
import type { Invocation } from '../effects/trap.ts'
import { fail } from './anchor.ts'
import type { SimulatedProgram } from './simulatedProgram.ts'

/** An instruction of a simulated Anchor program. */
export interface SimulatedInstruction {
  /** The name in the program's log. */
  readonly name: string
  readonly discriminator: ArrayLike<number>
  /**
   * *Modelled*: the compute units of a success, including calls of other programs.
   * They are measured on the real program or read from its logs. The script spins until it has consumed as many.
   */
  readonly modelledUnits: number
  /** @throws TernError `practice/programFailed` if the real program would fail. */
  execute(invocation: Invocation, clock: Clock): Script
}

/**
 * Creates a program that picks the instruction by the first eight bytes of the data and logs its name, as Anchor does.
 */
export function anchorProgram(address: Address, instructions: readonly SimulatedInstruction[]): SimulatedProgram {
  return {
    address,
    execute(invocation, clock) {
      const { data } = invocation
      const found = instructions.find(({ discriminator }) => begins(data, discriminator))
      if (found === undefined) return fail('InstructionFallbackNotFound')
      // After `await`, the name is in the log already.
      const first = invocation.awaited === undefined ? [`Instruction: ${found.name}`] : []
      try {
        const script = new Script()
        for (const line of first) script.log(line)
        script.append(found.execute(invocation, clock))
        return script.waits ? script : script.consume(found.modelledUnits)
      } catch (error) {
        if (!isTernError(error, 'practice/programFailed')) throw error
        const { code, logs } = error.facts
        throw new TernError('practice/programFailed', { code, logs: [...first, ...logs] }, { cause: error })
      }
    },
  }
}

function begins(data: Uint8Array, start: ArrayLike<number>): boolean {
  for (let i = 0; i < start.length; i++) if (data[i] !== start[i]) return false
  return true
}
