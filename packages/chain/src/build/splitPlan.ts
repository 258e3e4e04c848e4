import type { Instruction, InstructionPlan } from '@solana/kit'
import { type Batch, type SplitRequest, splitBatches } from './split.ts'

/** A plan of instructions, for as many messages as it takes. */
export interface PlanRequest extends Omit<SplitRequest, 'instructions'> {
  /** As Kit's `sequentialInstructionPlan`, `nonDivisibleSequentialInstructionPlan` and `parallelInstructionPlan` make it. */
  readonly plan: InstructionPlan
}

/** Messages that do not depend on each other: what comes after them waits for all. */
export type Stage = readonly Batch[]

/**
 * The messages of a plan, packed as `splitBatches` packs, stage by stage: in order what is sequential, in one message what may
 * not be divided, at once what is parallel. Parallel parts with an order of their own go side by side: the first stage of each,
 * then the second of each.
 *
 * @throws TernError `transaction/noInstructions`, `transaction/noSigners`, `transaction/tooLarge`. RangeError: a message packer,
 *   which fills messages of its own making only.
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

  /** Neighbours that are whole share messages. */
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
  const most = Math.max(...parts.map(stages => stages.length))
  return Array.from({ length: most }, (_, index) => parts.flatMap(stages => stages[index] ?? []))
}

/** The instructions of what goes into one message; `undefined` of what may be divided. */
function wholeOf(part: InstructionPlan): readonly Instruction[] | undefined {
  if (part.kind === 'single') return [part.instruction]
  return part.kind === 'sequential' && !part.divisible ? leavesOf(part) : undefined
}

function leavesOf(part: InstructionPlan): readonly Instruction[] {
  if (part.kind === 'messagePacker') throw new RangeError('a message packer cannot be split')
  return part.kind === 'single' ? [part.instruction] : part.plans.flatMap(leavesOf)
}
