import type { Route } from '@tern/chain'
import type { Client } from '../../client.ts'
import { takesNoTips, untippedRoute } from '../sentNote.ts'
import type { TradePlan } from './trade.ts'

/**
 * The ways that a trade which lives by a durable nonce is sent by, each with a message of its own (`compileByNonce`): of all ways those
 * that show it to nobody whom the plan keeps it from.
 */
export function nonceRoutes(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  plan: TradePlan,
): readonly Route[] {
  return allNonceWays(client, plan).flatMap(({ route, isWithheld }) => (isWithheld ? [] : [route]))
}

/**
 * Every way: without a tip to the nodes, and to each provider whose least tip the plan's reaches. Where the trade is to be kept from
 * front-runners and some of these can do that, the others are withheld: whoever else had it could trade around it.
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
