import { type Client, type PlannedTrade, planBuy, planSell, withOwner } from '@tern/client'
import type { Owner } from '@tern/core'
import type { Protocol } from '@tern/venues/load'
import { client } from '../client.ts'
import type { Listing } from '../market/listing.ts'
import type { TradeFees } from './tradeFees.ts'

export type Side = 'buy' | 'sell'

/** What a trade is planned from. */
export interface TradeTerms {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol'>
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly fees: TradeFees
  readonly owner: Owner
}

/** A plan, and the client of its owner, who is to sign it. */
export interface Planned {
  readonly client: Client
  readonly side: Side
  readonly trade: PlannedTrade
}

/** Works out what a trade comes to, on the chain as it is now. */
export async function planTrade({ token, side, amountIn, slippageBps, fees, owner }: TradeTerms): Promise<Planned> {
  const owned = withOwner(await client(), owner)
  const pool = { protocol: token.protocol as Protocol, address: token.pool }
  const request = { mint: token.mint, pool, amountIn, slippageBps, ...fees }
  return { client: owned, side, trade: await (side === 'buy' ? planBuy : planSell)(owned, request) }
}
