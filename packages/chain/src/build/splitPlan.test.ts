import {
  getMessagePackerInstructionPlanFromInstructions,
  type Instruction,
  type InstructionPlan,
  nonDivisibleSequentialInstructionPlan,
  parallelInstructionPlan,
  sequentialInstructionPlan,
} from '@solana/kit'
import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { splitPlan } from './splitPlan.ts'

const request = {
  signers: [addressOf(1)],
  lifetime: { kind: 'blockhash', blockhash: addressOf(9), lastValidBlockHeight: 150n },
  budget: { unitLimit: 200_000, priorityFeeLamports: 0n },
} as const

/** Makes an instruction that its first byte identifies. */
const blob = (name: number, size = 1): Instruction => {
  const data = new Uint8Array(size)
  data[0] = name
  return { programAddress: addressOf(7), data }
}
const nameOf = ({ data }: Instruction) => data?.[0] ?? -1
/** Lists the instructions of each message of each stage. */
const split = (plan: InstructionPlan) =>
  splitPlan({ ...request, plan }).map(stage => stage.map(({ instructions }) => instructions.map(nameOf)))
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return isTernError(error) ? error.code : error
  }
  return undefined
}

describe('a plan of instructions', () => {
  it('is one message if everything fits, with or without an order', () => {
    expect(split(sequentialInstructionPlan([blob(1), blob(2)]))).toEqual([[[1, 2]]])
    expect(split(parallelInstructionPlan([blob(1), blob(2)]))).toEqual([[[1, 2]]])
  })

  it('runs parallel parts in one stage and sequential parts in several', () => {
    const large = [blob(1, 700), blob(2, 700)]
    expect(split(sequentialInstructionPlan(large))).toEqual([[[1]], [[2]]])
    expect(split(parallelInstructionPlan(large))).toEqual([[[1], [2]]])
    const mixed = sequentialInstructionPlan([blob(8), blob(9), parallelInstructionPlan(large), blob(3)])
    expect(split(mixed)).toEqual([[[8, 9]], [[1], [2]], [[3]]])
  })

  it('runs the stages of independent ordered parts together', () => {
    const inOrder = (name: number) => sequentialInstructionPlan([blob(name, 700), blob(name + 1, 700)])
    const after = sequentialInstructionPlan([parallelInstructionPlan([inOrder(1), blob(5), inOrder(3)]), blob(6)])
    expect(split(after)).toEqual([[[5], [1], [3]], [[2], [4]], [[6]]])
  })

  it('keeps an indivisible part in one message', () => {
    const pair = nonDivisibleSequentialInstructionPlan([blob(2, 500), blob(3, 500)])
    expect(split(sequentialInstructionPlan([blob(1, 300), pair, blob(4, 300)]))).toEqual([[[1]], [[2, 3]], [[4]]])
    expect(split(parallelInstructionPlan([pair, blob(4, 300)]))).toEqual([[[2, 3], [4]]])
    const tooLarge = nonDivisibleSequentialInstructionPlan([blob(1, 700), blob(2, 700)])
    expect(codeOf(() => split(tooLarge))).toBe('transaction/tooLarge')
    const tooMany = (count: number) =>
      nonDivisibleSequentialInstructionPlan(Array.from({ length: count }, (_, i) => blob(i)))
    expect(split(tooMany(10))).toHaveLength(1)
    expect(codeOf(() => split(tooMany(11)))).toBe('transaction/tooLarge')
  })

  it('rejects a plan that it cannot split', () => {
    expect(codeOf(() => split(sequentialInstructionPlan([])))).toBe('transaction/noInstructions')
    expect(codeOf(() => split(parallelInstructionPlan([])))).toBe('transaction/noInstructions')
    expect(codeOf(() => split(getMessagePackerInstructionPlanFromInstructions([blob(1)])))).toBeInstanceOf(RangeError)
  })

  it('contains every instruction once, each after the instructions that it waits for', () => {
    const leaf = fc.integer({ min: 4, max: 400 }).map(size => blob(0, size))
    const { plan: plans } = fc.letrec<{ plan: InstructionPlan | Instruction }>(tie => ({
      plan: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('plan'), { minLength: 1, maxLength: 5 }).map(all => sequentialInstructionPlan([...all])),
        fc.array(tie('plan'), { minLength: 1, maxLength: 5 }).map(all => parallelInstructionPlan([...all])),
        fc.array(leaf, { minLength: 1, maxLength: 2 }).map(all => nonDivisibleSequentialInstructionPlan([...all])),
      ),
    }))
    fc.assert(
      fc.property(plans, made => {
        const plan = 'programAddress' in made ? sequentialInstructionPlan([made]) : made
        const stages = splitPlan({ ...request, plan })
        const at = new Map<Instruction, Place>()
        for (const [stage, batches] of stages.entries())
          for (const { instructions } of batches)
            for (const [index, one] of instructions.entries()) at.set(one, { stage, message: instructions, index })
        expect(stages.flat().flatMap(({ instructions }) => instructions)).toHaveLength(at.size)
        expect(new Set(at.keys())).toEqual(new Set(leavesOf(plan)))
        for (const [first, next] of pairsInOrder(plan)) expect(isBefore(at.get(first), at.get(next))).toBe(true)
      }),
    )
  })
})

interface Place {
  readonly stage: number
  readonly message: readonly Instruction[]
  readonly index: number
}

function isBefore(first: Place | undefined, next: Place | undefined): boolean {
  if (first === undefined || next === undefined) return false
  return first.stage < next.stage || (first.message === next.message && first.index < next.index)
}

function leavesOf(plan: InstructionPlan): readonly Instruction[] {
  if (plan.kind === 'single') return [plan.instruction]
  return plan.kind === 'messagePacker' ? [] : plan.plans.flatMap(leavesOf)
}

/** Lists the pairs of instructions that must keep their order. */
function pairsInOrder(plan: InstructionPlan): readonly (readonly [Instruction, Instruction])[] {
  if (plan.kind === 'single' || plan.kind === 'messagePacker') return []
  const within = plan.plans.flatMap(pairsInOrder)
  if (plan.kind === 'parallel') return within
  const leaves = plan.plans.map(leavesOf)
  const between = leaves.flatMap((ones, index) =>
    ones.flatMap(one =>
      leaves
        .slice(index + 1)
        .flat()
        .map(next => [one, next] as const),
    ),
  )
  return [...within, ...between]
}
