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
  /** The predicted scripts, in the order of the transaction's calls. */
  readonly foreseen?: readonly Foreseen[]
  /** Runs the whole transaction. `ignore` skips the check of signatures that the first run has verified. */
  attempt(signatures: Signatures): Run
  /** Undoes the changes of a failed attempt. */
  undo(): void
}

/**
 * Runs a transaction until every invocation of a simulated program has a script.
 * Each trap shows an invocation with its accounts at that moment: the program decides, and the transaction runs again.
 * So n invocations without a prediction take n + 1 runs.
 *
 * A transaction that cannot settle runs a last time, and the invocation without a script fails to complete.
 * This happens if an invocation gets the mailbox itself, because its data differ in every run.
 * It also happens if the transaction needs more scripts than the mailbox holds.
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
    // Drop predictions for later invocations: they may be wrong, and a script's place in the mailbox affects compute
    // units.
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
    // Setting a sysvar costs as much time as a small transaction, and the next transaction may set the mailbox again.
    vm.keep(mailbox, original)
  }
}

const originals = new WeakMap<VirtualMachine, AccountContent | null>()

/** Reads the mailbox's content between runs, once per machine. */
function emptyMailbox(vm: VirtualMachine): AccountContent | null {
  const known = originals.get(vm)
  if (known !== undefined) return known
  const found = vm.account(mailbox)
  originals.set(vm, found)
  return found
}

const scriptsOf = (foreseen: readonly Foreseen[]): Map<string, Uint8Array> =>
  new Map(foreseen.slice(0, mailboxSlots).map(({ digest, script }) => [digest, script]))

/** Counts the invocations of simulated programs that began. */
function invocationsIn(logs: readonly string[], isSimulated: (program: Address) => boolean): number {
  return logs.filter(line => {
    const [, program] = /^Program (\w+) invoke \[/.exec(line) ?? []
    return program !== undefined && isSimulated(program as Address)
  }).length
}
