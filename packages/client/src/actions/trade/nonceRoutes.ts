import type { Route } from '@tern/chain'
import type { Client } from '../../client.ts'
import { takesNoTips, untippedRoute } from '../sentNote.ts'
import type { TradePlan } from './trade.ts'

/**
 * Lists the submissions of a trade with a durable nonce. Each has a message of its own (`compileByNonce`).
 * Leaves out submissions that would show a protected trade to a provider without protection.
 *
 * @example
 * nonceRoutes(client, plan).length // 3: the nodes, and two tipped providers
 */
export function nonceRoutes(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  plan: TradePlan,
): readonly Route[] {
  return allNonceWays(client, plan).flatMap(({ route, isWithheld }) => (isWithheld ? [] : [route]))
}

/**
 * Lists every submission: to the nodes without a tip, and to each provider whose minimum the plan's tip reaches.
 * With front-running protection, `isWithheld` marks every submission without it, if any provider offers it.
 */
export function allNonceWays(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  { request: { frontRunningProtection = false }, tip }: TradePlan,
): readonly { readonly route: Route; readonly isWithheld: boolean }[] {
  const lamports = tip?.lamports ?? 0n
  const tipped = client.providers
    .filter(provider => lamports > 0n && lamports >= provider.minimumTip && !takesNoTips(provider))
    .map((provider): Route => ({ providers: [provider], frontRunningProtection, tipLamports: lamports }))
  const guarded = frontRunningProtection
    ? tipped.filter(({ providers }) => providers.every(one => one.frontRunningProtection !== undefined))
    : []
  return [untippedRoute(client, frontRunningProtection), ...tipped].map(route => ({
    route,
    isWithheld: guarded.length > 0 && !guarded.includes(route),
  }))
}
