import { compileMessage, computeBudgetInstructions } from '@tern/chain'
import type { Address, Lifetime } from '@tern/core'
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
  const { lookupTables = [] } = message
  const compiled = compileMessage({
    feePayer: owner,
    lifetime: message.lifetime ?? lifetime,
    instructions,
    lookupTables,
  })
  return withTerms(compiled, message.terms)
}

/** Puts the compute budget first. The runtime accepts a nonce only if its account is advanced before anything else. */
export function planInstructions({ budget, instructions, lifetime }: PlanMessage) {
  const budgeting = budget === undefined ? [] : computeBudgetInstructions(budget)
  const [first, ...rest] = instructions
  if (lifetime?.kind === 'nonce' && first !== undefined) return [first, ...budgeting, ...rest]
  return [...budgeting, ...instructions]
}
