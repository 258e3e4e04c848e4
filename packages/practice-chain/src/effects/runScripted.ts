import { type Address, type Clock, isTernError } from '@tern/core'
import type { Run, Signatures, VirtualMachine } from '../bank/virtualMachine.ts'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { encodeMailbox, mailbox } from './mailbox.ts'
import { Script } from './script.ts'
import { type Invocation, readTrap } from './trap.ts'

export interface Attempts {
  readonly vm: VirtualMachine
  readonly programs: ReadonlyMap<Address, SimulatedProgram>
  readonly clock: Clock
  /** Runs the whole transaction. Signatures that were right the first time are not looked at again. */
  attempt(signatures: Signatures): Run
  /** Takes back what a failed attempt has changed. */
  undo(): void
}

/**
 * Runs a transaction until no invocation of a simulated program is left without a script: each one that is found is decided
 * from what it was given at its turn, and the transaction runs again. n invocations are n + 1 runs.
 */
export function runScripted({ vm, programs, clock, attempt, undo }: Attempts, signatures: Signatures): Run {
  const isSimulated = (program: Address) => programs.has(program)
  let run = attempt(signatures)
  let trap = readTrap(run.logs, isSimulated)
  if (trap === undefined) return run
  const scripts = new Map<string, Uint8Array>()
  const original = vm.account(mailbox)
  try {
    while (trap !== undefined) {
      undo()
      const program = programs.get(trap.invocation.program)
      if (program === undefined) return run
      scripts.set(trap.digest, decide(program, trap.invocation, clock))
      if (original !== null) vm.setAccount(mailbox, { ...original, data: encodeMailbox(scripts) })
      run = attempt('ignore')
      trap = readTrap(run.logs, isSimulated)
    }
    return run
  } finally {
    if (original !== null) vm.setAccount(mailbox, original)
  }
}

function decide(program: SimulatedProgram, invocation: Invocation, clock: Clock): Uint8Array {
  try {
    return program.execute(invocation, clock).bytes()
  } catch (error) {
    if (!isTernError(error, 'practice/programFailed')) throw error
    const { logs, code } = error.facts
    const script = new Script()
    for (const line of logs) script.log(line)
    return (code === 'panic' ? script.panic() : script.fail(code)).bytes()
  }
}
