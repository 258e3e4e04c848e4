import type { Instruction, InstructionPlan } from '@solana/kit'
import { type Batch, type SplitRequest, splitBatches } from './split.ts'

/** An instruction plan to distribute over messages. */
export interface PlanRequest extends Omit<SplitRequest, 'instructions'> {
  /** Made by Kit's `sequentialInstructionPlan`, `nonDivisibleSequentialInstructionPlan` or `parallelInstructionPlan`. */
  readonly plan: InstructionPlan
}

/** Messages that do not depend on each other. The next stage waits for the whole stage. */
export type Stage = readonly Batch[]

/**
 * Packs a plan into messages, stage by stage, with the limits of `splitBatches`.
 * Sequential parts keep their order, indivisible parts share a message, and parallel parts share a stage.
 * If parallel parts have several stages each, their first stages run together, then their second stages, and so on.
 *
 * @throws TernError `transaction/noInstructions`, `transaction/noSigners`, `transaction/tooLarge`.
 * @throws RangeError for a message packer, because it fills only its own messages.
 * @example
 * splitPlan({ signers: [owner], lifetime, budget, plan: parallelInstructionPlan([first, second]) }).length // 1 stage
 */
export function splitPlan({ plan, ...request }: PlanRequest): readonly Stage[] {
  const split = (instructions: readonly (readonly Instruction[])[]) => splitBatches({ ...request, instructions })
  const inOrder = (parts: readonly (readonly Instruction[])[]): readonly Stage[] => split(parts).map(batch => [batch])

  function stagesOf(part: InstructionPlan): readonly Stage[] {
    if (part.kind === 'messagePacker') throw new RangeError('a message packer cannot be split')
    if (part.kind === 'single') return inOrder([[part.instruction]])
    if (part.kind === 'sequential') return part.divisible ? sequence(part.plans) : inOrder([leavesOf(part)])
    const ordered = part.plans.filter(one => wholeOf(one) === undefined)
    const wholes = part.plans.map(wholeOf).filter(one => one !== undefined)
    const together = wholes.length > 0 || ordered.length === 0 ? [[split(wholes)]] : []
    return sideBySide([...together, ...ordered.map(stagesOf)])
  }

  /** Adjacent indivisible parts share messages. */
  function sequence(parts: readonly InstructionPlan[]): readonly Stage[] {
    const stages: Stage[] = []
    let run: (readonly Instruction[])[] = []
    for (const part of parts) {
      const whole = wholeOf(part)
      if (whole !== undefined) {
        run.push(whole)
        continue
      }
      if (run.length > 0) stages.push(...inOrder(run))
      run = []
      stages.push(...stagesOf(part))
    }
    return run.length > 0 || stages.length === 0 ? [...stages, ...inOrder(run)] : stages
  }

  return stagesOf(plan)
}

function sideBySide(parts: readonly (readonly Stage[])[]): readonly Stage[] {
  const length = Math.max(...parts.map(stages => stages.length))
  return Array.from({ length }, (_, index) => parts.flatMap(stages => stages[index] ?? []))
}

/** Returns the instructions of a part that must stay in a single message. `undefined`: the part may be divided. */
function wholeOf(part: InstructionPlan): readonly Instruction[] | undefined {
  if (part.kind === 'single') return [part.instruction]
  return part.kind === 'sequential' && !part.divisible ? leavesOf(part) : undefined
}

function leavesOf(part: InstructionPlan): readonly Instruction[] {
  if (part.kind === 'messagePacker') throw new RangeError('a message packer cannot be split')
  return part.kind === 'single' ? [part.instruction] : part.plans.flatMap(leavesOf)
}
