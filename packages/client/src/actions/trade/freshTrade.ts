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

/** A subscription pushes a balance as it changes, so it is not read again. Within this time, a silent socket is noticed. */
const pushedMaxAgeMs = 20_000

/**
 * The number of spare compute units that the next trade leaves out of its limit. It varies, because two equal trades with the same
 * blockhash would be the same bytes, and land only once. A limit that the caller chose is signed unchanged.
 */
let unitsLess = 0
const maxUnitsLess = 256

/**
 * Returns the functions that make a trade's message when it is signed. They do not plan again, because a press cannot wait for that.
 * The trade keeps its minimum, so it fails on chain if the price has moved too far.
 */
export const freshTrade = (options: FreshOptions = {}): Again<TradePlan> => ({
  again: (client, plan) => freshMessage(client, plan, options),
  alreadySent: ({ token }) => new TernError('trade/alreadySent', { mint: token.mint }),
})

/** Checks the wallet again, and builds the message with a current blockhash or nonce. */
async function freshMessage(client: Client, plan: TradePlan, options: FreshOptions): Promise<PlanMessage> {
  const [holding, latest] = await Promise.all([
    readHolding(client, plan.owner, { token: plan.token, maxAgeMs: 0, pushedMaxAgeMs }),
    options.lifetime ?? client.chain.readBlockhash(),
  ])
  const [refusal] = checkTrade(plan, holding)
  if (refusal !== undefined) throw refusal
  const minimum = isVerifiedOnChain(plan.pool, plan.quote) ? plan.minimum : await simulate(client, plan, latest)
  const unitLimit = plan.request.computeUnitLimit ?? plan.unitLimit - (unitsLess++ % maxUnitsLess)
  const { frontRunningProtection = plan.request.frontRunningProtection ?? false } = options
  const request = { ...plan.request, frontRunningProtection }
  const trade: Trade = { ...plan, request, minimum, unitLimit }
  return request.lifetime === 'nonce' ? byNonce(client, trade) : { ...(await messageOf(trade)), lifetime: latest }
}

/** Loaded on demand, because few trades need it. */
async function simulate(client: Client, trade: Trade, lifetime: BlockhashLifetime): Promise<bigint> {
  const { simulatedMinimum } = await import('./simulatedMinimum.ts')
  return simulatedMinimum(client, trade, lifetime)
}

/** Loaded on demand, because few trades need it. */
async function byNonce(client: Client, trade: Trade): Promise<PlanMessage> {
  const { nonceMessageOf } = await import('./nonceTrade.ts')
  return nonceMessageOf(client, trade, fittingOf(client))
}
