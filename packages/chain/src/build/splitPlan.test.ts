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

/** An instruction that is known by its first byte. */
const blob = (name: number, size = 1): Instruction => {
  const data = new Uint8Array(size)
  data[0] = name
  return { programAddress: addressOf(7), data }
}
const nameOf = ({ data }: Instruction) => data?.[0] ?? -1
/** Stage by stage, message by message, what is in it. */
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
  it('is one message where all of it fits, whether it has an order or not', () => {
    expect(split(sequentialInstructionPlan([blob(1), blob(2)]))).toEqual([[[1, 2]]])
    expect(split(parallelInstructionPlan([blob(1), blob(2)]))).toEqual([[[1, 2]]])
  })

  it('goes at once where it may, and one after the other where it must', () => {
    const large = [blob(1, 700), blob(2, 700)]
    expect(split(sequentialInstructionPlan(large))).toEqual([[[1]], [[2]]])
    expect(split(parallelInstructionPlan(large))).toEqual([[[1], [2]]])
    const mixed = sequentialInstructionPlan([blob(8), blob(9), parallelInstructionPlan(large), blob(3)])
    expect(split(mixed)).toEqual([[[8, 9]], [[1], [2]], [[3]]])
  })

  it('goes side by side where parts with an order of their own do not wait for each other', () => {
    const inOrder = (name: number) => sequentialInstructionPlan([blob(name, 700), blob(name + 1, 700)])
    const after = sequentialInstructionPlan([parallelInstructionPlan([inOrder(1), blob(5), inOrder(3)]), blob(6)])
    expect(split(after)).toEqual([[[5], [1], [3]], [[2], [4]], [[6]]])
  })

  it('does not divide what may not be divided', () => {
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

  it('refuses what it cannot split', () => {
    expect(codeOf(() => split(sequentialInstructionPlan([])))).toBe('transaction/noInstructions')
    expect(codeOf(() => split(parallelInstructionPlan([])))).toBe('transaction/noInstructions')
    expect(codeOf(() => split(getMessagePackerInstructionPlanFromInstructions([blob(1)])))).toBeInstanceOf(RangeError)
  })

  it('has every instruction once, and each after what it waits for, whatever the plan', () => {
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

/** Of which instructions the one waits for the other. */
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
