import { type Clock, isTernError } from '@tern/core'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { Script } from './script.ts'
import type { Invocation } from './trap.ts'

/**
 * Runs a simulated program on an invocation, and encodes the script it returns.
 * If the program fails, the script writes the program's logs and then fails with its code or panics.
 * A script that is too long for the effects program becomes a panic.
 */
export function decide(program: SimulatedProgram, invocation: Invocation, clock: Clock): Uint8Array {
  try {
    return program.execute(invocation, clock).bytes()
  } catch (error) {
    if (isTernError(error, 'practice/scriptTooLong')) return new Script().log(error.message).panic().bytes()
    if (!isTernError(error, 'practice/programFailed')) throw error
    const { logs, code } = error.facts
    const script = new Script()
    for (const line of logs) script.log(line)
    return (code === 'panic' ? script.panic() : script.fail(code)).bytes()
  }
}
