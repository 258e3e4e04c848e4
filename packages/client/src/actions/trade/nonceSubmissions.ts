import { normalProvider, type Submission, type Tip } from '@tern/chain'
import type { Client } from '../../client.ts'
import { type SentNote, submissionOf, takesNoTips } from '../sentNote.ts'
import type { TradeSettings } from './trade.ts'

/** The parts of a planned trade or swap that decide where it goes. */
export interface TippedPlan {
  readonly request: Pick<TradeSettings, 'frontRunningProtection'>
  readonly tip?: Tip | undefined
}

/**
 * Lists the submissions of a trade with a durable nonce. Each has a message of its own (`compileByNonce`).
 * Leaves out submissions that would show a protected trade to a provider without protection.
 *
 * @example
 * nonceSubmissions(client, plan).length // 3: the nodes, and two tipped providers
 */
export function nonceSubmissions(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  plan: TippedPlan,
): readonly Submission[] {
  return allNonceSubmissions(client, plan).flatMap(({ submission, isWithheld }) => (isWithheld ? [] : [submission]))
}

/**
 * Lists every submission: to the nodes without a tip, and to each provider with a minimum that the plan's tip reaches.
 * With front-running protection, `isWithheld` marks every submission without it, if any provider offers it.
 */
export function allNonceSubmissions(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  { request: { frontRunningProtection = false }, tip }: TippedPlan,
): readonly { readonly submission: Submission; readonly isWithheld: boolean }[] {
  const lamports = tip?.lamports ?? 0n
  const tipped = client.providers
    .filter(provider => lamports > 0n && lamports >= provider.minimumTip && !takesNoTips(provider))
    .map((provider): Submission => ({ providers: [provider], frontRunningProtection, tipLamports: lamports }))
  const guarded = frontRunningProtection
    ? tipped.filter(({ providers }) => providers.every(one => one.frontRunningProtection !== undefined))
    : []
  return [untippedSubmission(client, frontRunningProtection), ...tipped].map(submission => ({
    submission,
    isWithheld: guarded.length > 0 && !guarded.includes(submission),
  }))
}

/** Chooses the submission of a transaction without a tip: the nodes. */
function untippedSubmission(
  { chain, providers, relayer }: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  frontRunningProtection: boolean,
): Submission {
  const nodes = providers.filter(takesNoTips)
  const targets = { providers: nodes.length === 0 ? [normalProvider(chain)] : nodes, relayer }
  return submissionOf(targets, { tip: 0n, frontRunningProtection })
}

/**
 * Chooses the submission of a record's transaction, by its position.
 * A tipped variant goes only to the provider that it tips. Elsewhere, a protected variant would be exposed, and another would pay in vain.
 * A variant without a tip goes to the nodes.
 */
export function submissionAt(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  note: SentNote,
  at: number,
): Submission {
  const { tips, tip, frontRunningProtection } = note
  const name = tips?.[at]
  if (name === undefined) return submissionOf(client, note)
  if (name === null) return untippedSubmission(client, frontRunningProtection)
  return {
    providers: client.providers.filter(one => one.name === name),
    frontRunningProtection,
    tipLamports: tip,
  }
}
