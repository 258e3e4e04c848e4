import { type Address, type Clock, isTernError } from '@tern/core'
import type { Run, Signatures, VirtualMachine } from '../bank/virtualMachine.ts'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { encodeMailbox, type MailboxState, mailbox, mailboxSlots } from './mailbox.ts'
import { Script } from './script.ts'
import { type Invocation, readTrap, type Trap } from './trap.ts'

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
 *
 * A transaction that cannot settle runs a last time in which the invocation that has no script fails to complete: one that is
 * given the mailbox itself, which is different in every run, or one script more than the mailbox holds.
 */
export function runScripted({ vm, programs, clock, attempt, undo }: Attempts, signatures: Signatures): Run {
  const isSimulated = (program: Address) => programs.has(program)
  const first = attempt(signatures)
  const trap = readTrap(first.logs, isSimulated)
  const original = vm.account(mailbox)
  if (trap === undefined || original === null) return first
  const scripts = new Map<string, Uint8Array>()
  const again = (state: MailboxState): Run => {
    undo()
    vm.setAccount(mailbox, { ...original, data: encodeMailbox(scripts, state) })
    return attempt('ignore')
  }
  try {
    for (let next: Trap | undefined = trap; next !== undefined; ) {
      const { digest, invocation } = next
      const program = programs.get(invocation.program)
      const canSettle = !invocation.accounts.some(({ address }) => address === mailbox)
      if (program === undefined || !canSettle || scripts.size === mailboxSlots) return again('closed')
      scripts.set(digest, decide(program, invocation, clock))
      const run = again('open')
      next = readTrap(run.logs, isSimulated)
      if (next === undefined) return run
    }
    return first
  } finally {
    vm.setAccount(mailbox, original)
  }
}

function decide(program: SimulatedProgram, invocation: Invocation, clock: Clock): Uint8Array {
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
