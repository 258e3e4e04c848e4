import type { Route } from '@tern/chain'
import type { Client } from '../../client.ts'
import { takesNoTips, untippedRoute } from '../sentNote.ts'
import type { TradePlan } from './trade.ts'

/**
 * The ways of a trade that lives by a durable nonce, each for a variant of its own: without a tip to the nodes, and to each provider
 * whose least tip the plan's reaches. Where it is to be kept from front-runners and some of these can do that, to them alone:
 * whoever else had it could trade around it.
 */
export function nonceRoutes(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  { request: { frontRunningProtection = false }, tip }: TradePlan,
): readonly Route[] {
  const lamports = tip?.lamports ?? 0n
  const tipped = client.providers
    .filter(provider => lamports > 0n && lamports >= provider.minimumTip && !takesNoTips(provider))
    .map((provider): Route => ({ providers: [provider], frontRunningProtection, tipLamports: lamports }))
  const guarded = tipped.filter(route => route.providers.every(one => one.frontRunningProtection !== undefined))
  if (frontRunningProtection && guarded.length > 0) return guarded
  return [untippedRoute(client, frontRunningProtection), ...tipped]
}
