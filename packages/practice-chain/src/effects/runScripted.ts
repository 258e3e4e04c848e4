import type { Address, Clock } from '@tern/core'
import type { AccountContent } from '../bank/bank.ts'
import type { Run, Signatures, VirtualMachine } from '../bank/virtualMachine.ts'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { decide } from './decide.ts'
import type { Foreseen } from './foresee.ts'
import { encodeMailbox, type MailboxState, mailbox, mailboxSlots } from './mailbox.ts'
import { readTrap, type Trap } from './trap.ts'

export interface Attempts {
  readonly vm: VirtualMachine
  readonly programs: ReadonlyMap<Address, SimulatedProgram>
  readonly clock: Clock
  /** Scripts that will be asked for, in this order, as it seems. */
  readonly foreseen?: readonly Foreseen[]
  /** Runs the whole transaction. Signatures that were right the first time are not looked at again. */
  attempt(signatures: Signatures): Run
  /** Takes back what a failed attempt has changed. */
  undo(): void
}

/**
 * Runs a transaction until no invocation of a simulated program is left without a script: each one that is found is decided
 * from what it was given at its turn, and the transaction runs again. n invocations that nobody has foreseen are n + 1 runs.
 *
 * A transaction that cannot settle runs a last time in which the invocation that has no script fails to complete: one that is
 * given the mailbox itself, which is different in every run, or one script more than the mailbox holds.
 */
export function runScripted(attempts: Attempts, signatures: Signatures): Run {
  const { vm, programs, clock, foreseen = [], attempt, undo } = attempts
  const isSimulated = (program: Address) => programs.has(program)
  const trapOf = (run: Run) => (run.err === null ? undefined : readTrap(run.logs, isSimulated))
  const original = emptyMailbox(vm)
  if (original === null) return attempt(signatures)
  let scripts = scriptsOf(foreseen)
  const place = (state: MailboxState) => vm.setAccount(mailbox, { ...original, data: encodeMailbox(scripts, state) })
  const again = (state: MailboxState): Run => {
    undo()
    place(state)
    return attempt('ignore')
  }
  try {
    if (scripts.size > 0) place('open')
    else vm.bring(mailbox)
    const first = attempt(signatures)
    let next = trapOf(first)
    if (next === undefined) return first
    // What was foreseen wrongly must not stay: where a script lies in the mailbox costs compute units.
    const reached = invocationsIn(first.logs, isSimulated) - 1
    scripts = scriptsOf(foreseen.filter(({ before }) => before < reached))
    for (;;) {
      const { digest, invocation }: Trap = next
      const program = programs.get(invocation.program)
      const canSettle = !invocation.accounts.some(({ address }) => address === mailbox)
      if (program === undefined || !canSettle || scripts.size === mailboxSlots) return again('closed')
      scripts.set(digest, decide(program, invocation, clock))
      const run = again('open')
      next = trapOf(run)
      if (next === undefined) return run
    }
  } finally {
    // Each sysvar that is set costs as much as a small transaction, and the next one may well set it anew.
    vm.keep(mailbox, original)
  }
}

const originals = new WeakMap<VirtualMachine, AccountContent | null>()

/** The mailbox as it is when nothing runs. */
function emptyMailbox(vm: VirtualMachine): AccountContent | null {
  const known = originals.get(vm)
  if (known !== undefined) return known
  const found = vm.account(mailbox)
  originals.set(vm, found)
  return found
}

const scriptsOf = (foreseen: readonly Foreseen[]): Map<string, Uint8Array> =>
  new Map(foreseen.slice(0, mailboxSlots).map(({ digest, script }) => [digest, script]))

/** How many invocations of simulated programs have begun. */
function invocationsIn(logs: readonly string[], isSimulated: (program: Address) => boolean): number {
  return logs.filter(line => {
    const [, program] = /^Program (\w+) invoke \[/.exec(line) ?? []
    return program !== undefined && isSimulated(program as Address)
  }).length
}
