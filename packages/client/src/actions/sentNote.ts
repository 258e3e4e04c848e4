import type { Provider, Submission } from '@tern/chain'
import type { Client } from '../client.ts'
import type { Plan, PlanMessage } from './plan/plan.ts'
import type { FailureKey } from './trade/trade.ts'

/** The note of a journal record: how its transactions were submitted. */
export interface SentNote {
  /** Name of the tipped provider. Unset: no tip. */
  readonly tipped?: string
  /** Lamports. */
  readonly tip: bigint
  /** For variants of a durable nonce, in order: the provider that each tips. `null`: no tip. Each variant has its own submission. */
  readonly tips?: readonly (string | null)[]
  readonly frontRunningProtection: boolean
  /** For a trade: the parts that explain its failure on chain. */
  readonly failureKey?: FailureKey
  /** The caller's own data to identify the transaction. */
  readonly about?: unknown
}

/** Makes the note of a transaction without a tip. */
export const untipped = (about: unknown): SentNote => ({
  tip: 0n,
  frontRunningProtection: false,
  ...(about === undefined ? {} : { about }),
})

/** Makes the note of a message that says how it is submitted. */
export const noteOf = ({ tip, frontRunningProtection = false }: PlanMessage, about: unknown): SentNote => ({
  ...(tip && { tipped: tip.provider }),
  tip: tip?.lamports ?? 0n,
  frontRunningProtection,
  ...(about === undefined ? {} : { about }),
})

/**
 * Returns the submission of a plan's first transaction, without sending it. The others take the same way.
 *
 * @example
 * planSubmission(client, plan).providers.map(({ name }) => name) // ['jito', 'normal'] if the plan tips Jito
 */
export const planSubmission = (
  client: Pick<Client, 'providers' | 'relayer'>,
  { messages: [message] }: Pick<Plan, 'messages'>,
): Submission => submissionOf(client, message === undefined ? untipped(undefined) : noteOf(message, undefined))

/** A provider with a minimum tip but without a known account still takes tips: it refuses an untipped transaction. */
export const takesNoTips = ({ minimumTip, tipAccounts }: Provider): boolean =>
  minimumTip === 0n && tipAccounts.length === 0

/**
 * Chooses the submission of a transaction.
 * It goes to the tipped provider and to providers that take no tips. The others would refuse it.
 * With front-running protection, it goes only to the tipped provider, if that provider offers protection.
 * Any other recipient could trade around it.
 * If the tipped provider is unknown, a protected transaction goes nowhere, because the protection of the others is unknown.
 */
export function submissionOf(
  { providers, relayer }: Pick<Client, 'providers' | 'relayer'>,
  { tipped, tip, frontRunningProtection }: SentNote,
): Submission {
  const common = { tipLamports: tip, frontRunningProtection }
  const named = providers.filter(({ name }) => name === tipped)
  const [guard] = named
  if (frontRunningProtection && tipped !== undefined && guard === undefined) return { ...common, providers: [] }
  if (frontRunningProtection && guard?.frontRunningProtection !== undefined) return { ...common, providers: [guard] }
  const targets = [...named, ...providers.filter(one => takesNoTips(one) && !named.includes(one))]
  return { ...common, providers: targets.length === 0 ? providers : targets, ...(relayer && { relayer }) }
}
