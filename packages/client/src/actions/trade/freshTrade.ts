import type { BlockhashLifetime } from '@tern/chain'
import { TernError } from '@tern/core'
import { isVerifiedOnChain } from '@tern/venues'
import type { Client } from '../../client.ts'
import type { PlanMessage } from '../plan/plan.ts'
import type { Again } from '../plan/planTurns.ts'
import { checkTrade } from './planTrade.ts'
import type { Trade, TradePlan } from './trade.ts'
import { readHolding } from './tradeContext.ts'
import { fittingOf, messageOf } from './tradeMessage.ts'

/** Options of a trade's signature. */
export interface FreshOptions {
  /** A blockhash that was read earlier. Unset: the latest is read. */
  readonly lifetime?: BlockhashLifetime | undefined
  /** See `TradeSettings`. Unset: as planned. */
  readonly frontRunningProtection?: boolean | undefined
}

/** A balance that is pushed as it changes needs no reading first; a socket that has fallen silent is found out in this time. */
const pushedMaxAgeMs = 20_000

/**
 * Lowers the compute-unit limit of each trade by another number of its spare units. Otherwise two equal trades with the same blockhash
 * would be the same bytes, and land once. A limit that the caller chose is signed unchanged.
 */
let unitsLess = 0
const mostUnitsLess = 256

/**
 * Returns how a trade's message is made when it is signed. It is not planned again, because a press cannot wait for that:
 * it keeps its minimum, so the trade fails on chain if the price has moved too far.
 */
export const freshTrade = (options: FreshOptions = {}): Again<TradePlan> => ({
  again: (client, plan) => freshMessage(client, plan, options),
  alreadySent: ({ token }) => new TernError('trade/alreadySent', { mint: token.mint }),
})

/** Checks the wallet again, and builds the message with a blockhash or a nonce of now. */
async function freshMessage(client: Client, plan: TradePlan, options: FreshOptions): Promise<PlanMessage> {
  const [holding, latest] = await Promise.all([
    readHolding(client, plan.owner, plan.token, { maxAgeMs: 0, pushedMaxAgeMs }),
    options.lifetime ?? client.chain.readBlockhash(),
  ])
  const [refusal] = checkTrade(plan, holding)
  if (refusal !== undefined) throw refusal
  const minimum = isVerifiedOnChain(plan.pool, plan.quote) ? plan.minimum : await simulate(client, plan, latest)
  const unitLimit = plan.request.computeUnitLimit ?? plan.unitLimit - (unitsLess++ % mostUnitsLess)
  const { frontRunningProtection = plan.request.frontRunningProtection ?? false } = options
  const request = { ...plan.request, frontRunningProtection }
  const trade: Trade = { ...plan, request, minimum, unitLimit }
  return request.lifetime === 'nonce' ? byNonce(client, trade) : { ...(await messageOf(trade)), lifetime: latest }
}

/** Code that few trades need. */
async function simulate(client: Client, trade: Trade, lifetime: BlockhashLifetime): Promise<bigint> {
  const { simulatedMinimum } = await import('./simulatedMinimum.ts')
  return simulatedMinimum(client, trade, lifetime)
}

/** Code that few trades need. */
async function byNonce(client: Client, trade: Trade): Promise<PlanMessage> {
  const { nonceMessageOf } = await import('./nonceTrade.ts')
  return nonceMessageOf(client, trade, fittingOf(client))
}
