import { type Client, measureTrade, type PlannedTrade, planBuy, planSell } from '@tern/client'
import type { Owner } from '@tern/core'
import type { Protocol } from '@tern/venues'
import type { Listing } from '../market/listing.ts'
import { namedCode } from '../referral/namedCode.ts'
import { clientOf, type Sending, sendingOf } from './clientOf.ts'
import { beginMeasuring, measuredOf, noteNeed } from './tradeNeeds.ts'

export type Side = 'buy' | 'sell'

/** The input of a plan. */
export interface TradeTerms extends Sending {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol'>
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly owner: Owner
}

/** A plan with the client of its owner, who is to sign it. */
export interface Planned {
  readonly client: Client
  readonly side: Side
  readonly trade: PlannedTrade
}

/** Plans a trade on the chain as it is now. */
export async function planWithProviders(terms: TradeTerms): Promise<Planned> {
  const { token, side, amountIn, slippageBps, owner } = terms
  const owned = await clientOf(owner, terms.fees)
  const pool = { protocol: token.protocol as Protocol, address: token.pool }
  const common = { mint: token.mint, pool, amountIn, slippageBps, referralCode: namedCode(owner.address) }
  const measured = measuredOf(terms)
  const request = { ...common, ...sendingOf(owner.address, terms), ...(measured && { measured }) }
  const trade = await (side === 'buy' ? planBuy : planSell)(owned, request)
  if (trade.plan !== undefined) noteNeed(token.pool, side, { unitLimit: trade.plan.unitLimit })
  return { client: owned, side, trade }
}

/** Returns the reason why a program would refuse the trade, by the last simulation of the same trade. */
const refusalOf = ({ trade }: Planned) => trade.plan?.measured?.refusal

/** Returns `true` if a program would refuse the trade for now. */
export const isRefused = (planned: Planned): boolean => refusalOf(planned) !== undefined

/**
 * Simulates a planned trade, unless that was done just now. The next plan of the same trade uses the result:
 * the units that the trade takes, or the reason why a program refuses it.
 * If the simulation fails, an earlier result or the known compute units of such a trade stay in use.
 *
 * @returns whether there is a new result.
 */
export async function measure(terms: TradeTerms, planned: Planned): Promise<boolean> {
  const { client, trade } = planned
  const isOtherwiseFine = trade.reasons.every(({ error }) => error === refusalOf(planned)?.error)
  if (trade.plan === undefined || !isOtherwiseFine) return false
  const noteMeasured = beginMeasuring(terms)
  if (noteMeasured === undefined) return false
  try {
    const { measured, writes } = await measureTrade(client, trade.plan)
    noteMeasured(measured)
    noteNeed(terms.token.pool, terms.side, { unitLimit: trade.plan.unitLimit, writes })
    return true
  } catch {
    return false
  }
}
