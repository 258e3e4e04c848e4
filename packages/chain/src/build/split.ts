import type { Instruction } from '@solana/kit'
import { type Address, isTernError, type Message } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import type { BlockhashLifetime } from '../read/blockhash.ts'
import { type ComputeBudget, computeBudgetInstructions } from './computeBudget.ts'
import { compileMessage, type MessageVersion } from './message.ts'

/** The compute budget's two among them. */
const mostInstructions = 12

/** Instructions for as many messages as they take. */
export interface SplitRequest {
  /** Who signs; the first pays the fees. */
  readonly signers: readonly Address[]
  readonly lifetime: BlockhashLifetime
  readonly version?: MessageVersion
  /** Asked for in every message. */
  readonly budget: ComputeBudget
  /** A list within it goes together, in one message. */
  readonly instructions: readonly (Instruction | readonly Instruction[])[]
}

/** Instructions that go together, and the message that they make. */
export interface Batch {
  readonly message: Message
  readonly instructions: readonly Instruction[]
}

/**
 * Instructions that need not happen together, in order, in as few messages as they fit: each at most 12 instructions and
 * under 1644 characters of base64, each with the compute budget, which is not among a batch's instructions.
 *
 * @throws TernError `transaction/noInstructions`, `transaction/noSigners`, `transaction/tooLarge` for one, or several that go together, that fit in no
 *   message.
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
    const fitting = head.length + larger.length > mostInstructions ? undefined : whenItFits(() => compile(larger))
    if (fitting !== undefined) {
      batch = fitting
      continue
    }
    if (batch !== undefined) batches.push(batch)
    const count = head.length + added.length
    if (count > mostInstructions)
      throw new TernError('transaction/tooLarge', { instructions: count, limit: mostInstructions })
    batch = compile(added)
  }
  if (batch !== undefined) batches.push(batch)
  return batches
}

/** The messages of `splitBatches`. @throws TernError as that. */
export const splitMessages = (request: SplitRequest): readonly Message[] =>
  splitBatches(request).map(({ message }) => message)

function whenItFits(compile: () => Batch): Batch | undefined {
  try {
    return compile()
  } catch (error) {
    if (isTernError(error, 'transaction/tooLarge')) return undefined
    throw error
  }
}
