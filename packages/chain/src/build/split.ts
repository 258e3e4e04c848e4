import type { Instruction } from '@solana/kit'
import { type Address, isTernError, type Message, TernError } from '@tern/core'
import type { BlockhashLifetime } from '../read/blockhash.ts'
import { type ComputeBudget, computeBudgetInstructions } from './computeBudget.ts'
import { compileMessage, type MessageVersion } from './message.ts'

/** Max instructions in a message, including the two of the compute budget. */
const maxInstructions = 12

/** Instructions to distribute over messages. */
export interface SplitRequest {
  /** All must sign every message. The first pays the fees. */
  readonly signers: readonly Address[]
  readonly lifetime: BlockhashLifetime
  readonly version?: MessageVersion
  /** Requested in every message. */
  readonly budget: ComputeBudget
  /** An inner list must stay in a single message. */
  readonly instructions: readonly (Instruction | readonly Instruction[])[]
}

/** A message and its instructions, without the compute budget. */
export interface Batch {
  readonly message: Message
  readonly instructions: readonly Instruction[]
}

/**
 * Packs instructions into as few messages as possible, in order.
 * Each message holds at most 12 instructions, including two for the compute budget, in less than 1,644 base64 characters.
 *
 * @throws TernError `transaction/noInstructions` if there are no instructions.
 * @throws TernError `transaction/noSigners` if there are no signers.
 * @throws TernError `transaction/tooLarge` if an instruction, or an inner list, does not fit into a message.
 * @example
 * splitBatches({ signers: [owner], lifetime, budget, instructions }).length // 2 for 15 short instructions
 */
export function splitBatches(request: SplitRequest): readonly Batch[] {
  const { signers, lifetime, version, budget, instructions } = request
  const [feePayer] = signers
  if (instructions.length === 0) throw new TernError('transaction/noInstructions', {})
  if (feePayer === undefined) throw new TernError('transaction/noSigners', {})
  const head = computeBudgetInstructions(budget)
  const compile = (batch: readonly Instruction[]): Batch => ({
    message: compileMessage({
      feePayer,
      lifetime,
      instructions: [...head, ...batch],
      ...(version === undefined ? {} : { version }),
    }),
    instructions: batch,
  })

  const batches: Batch[] = []
  let batch: Batch | undefined
  for (const one of instructions) {
    const added = 'programAddress' in one ? [one] : one
    const larger = [...(batch?.instructions ?? []), ...added]
    const fitting = head.length + larger.length > maxInstructions ? undefined : whenItFits(() => compile(larger))
    if (fitting !== undefined) {
      batch = fitting
      continue
    }
    if (batch !== undefined) batches.push(batch)
    const count = head.length + added.length
    if (count > maxInstructions)
      throw new TernError('transaction/tooLarge', { instructions: count, limit: maxInstructions })
    batch = compile(added)
  }
  if (batch !== undefined) batches.push(batch)
  return batches
}

function whenItFits(compile: () => Batch): Batch | undefined {
  try {
    return compile()
  } catch (error) {
    if (isTernError(error, 'transaction/tooLarge')) return undefined
    throw error
  }
}
