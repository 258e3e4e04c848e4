import type { Submission } from '@tern/chain'
import type { Client } from '../../client.ts'
import { takesNoTips, untippedSubmission } from '../sentNote.ts'
import type { TradePlan } from './trade.ts'

/**
 * Lists the submissions of a trade with a durable nonce. Each has a message of its own (`compileByNonce`).
 * Leaves out submissions that would show a protected trade to a provider without protection.
 *
 * @example
 * nonceSubmissions(client, plan).length // 3: the nodes, and two tipped providers
 */
export function nonceSubmissions(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  plan: TradePlan,
): readonly Submission[] {
  return allNonceSubmissions(client, plan).flatMap(({ submission, isWithheld }) => (isWithheld ? [] : [submission]))
}

/**
 * Lists every submission: to the nodes without a tip, and to each provider whose minimum the plan's tip reaches.
 * With front-running protection, `isWithheld` marks every submission without it, if any provider offers it.
 */
export function allNonceSubmissions(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  { request: { frontRunningProtection = false }, tip }: TradePlan,
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
