import { type Client, type Plan, type PlanMessage, planSubmission } from '@tern/client'
import type { Intention } from '../activity/flights.ts'

/** Returns the tip of `count` messages that are alike. */
export const tippedBy = (message: Pick<PlanMessage, 'tip'> | undefined, count = 1) =>
  message?.tip && { tip: { provider: message.tip.provider, lamports: message.tip.lamports * BigInt(count) } }

/** Returns how a plan is sent, for Activity: by the nonce account, or with a tip, and maybe through that provider only. */
export function sendingFacts(client: Client, plan: Plan): Pick<Intention, 'isByNonce' | 'tip'> | undefined {
  // With a nonce account, the tipped provider is known only once a variant lands.
  if (isByNonce(plan)) return { isByNonce: true }
  const { messages } = plan
  // Every message of a plan pays the same tip.
  const tipped = tippedBy(messages[0], messages.length)
  if (tipped === undefined) return undefined
  const { providers, relayer } = planSubmission(client, plan)
  return { tip: { ...tipped.tip, alone: providers.length === 1 && relayer === undefined } }
}

/** Returns `true` if the transactions of a plan live by the wallet's nonce account. */
export const isByNonce = ({ request }: Pick<Plan, 'request'>): boolean =>
  (request as { readonly lifetime?: unknown } | undefined)?.lifetime === 'nonce'
