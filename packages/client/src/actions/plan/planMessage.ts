import { compileMessage, computeBudgetInstructions } from '@tern/chain'
import { type Address, isTernError, type Lifetime, systemProgram } from '@tern/core'
import { type TermedMessage, withTerms } from '../terms.ts'
import type { PlanMessage } from './plan.ts'

/**
 * Compiles a message of a plan.
 *
 * @param lifetime for a message without its own.
 * @throws TernError `transaction/tooLarge`.
 * @example
 * planMessage(plan.owner, plan.messages[0], await client.chain.readBlockhash()).signers // [plan.owner]
 */
export function planMessage(owner: Address, message: PlanMessage, lifetime: Lifetime): TermedMessage {
  const instructions = planInstructions(message)
  const { lookupTables = [], version = 0 } = message
  const compiled = compileMessage({
    feePayer: owner,
    lifetime: message.lifetime ?? lifetime,
    instructions,
    version,
    lookupTables,
  })
  return withTerms(compiled, message.terms)
}

/** Puts the compute budget first, but after the advance of a nonce: the runtime accepts a nonce only if its advance comes first. */
export function planInstructions({ budget, instructions, lifetime }: PlanMessage) {
  const budgeting = budget === undefined ? [] : computeBudgetInstructions(budget)
  const [first, ...rest] = instructions
  if (lifetime?.kind === 'nonce' && first !== undefined) return [first, ...budgeting, ...rest]
  return [...budgeting, ...instructions]
}

/** A lifetime for messages that are only measured. Every blockhash has the same length. */
export const anyLifetime = { kind: 'blockhash', blockhash: systemProgram, lastValidBlockHeight: 0n } as const

/**
 * Checks if a message is short enough.
 *
 * @throws TernError other reasons against compiling it.
 */
export function fits(owner: Address, message: PlanMessage): boolean {
  try {
    planMessage(owner, message, anyLifetime)
    return true
  } catch (error) {
    if (isTernError(error, 'transaction/tooLarge')) return false
    throw error
  }
}
