import type { Ratio } from '@tern/core'
import type { Followed } from '../store.ts'
import { type Listing, solPerToken, worthLamports } from './listing.ts'
import { tickerOf } from './liveTrades.ts'
import type { Ticker } from './tickers.ts'

/** The values that change with every trade of a token. */
export interface LiveWorth {
  /** `undefined` until a trade arrives. */
  readonly ticker: Followed<Ticker | undefined>
  /** SOL for a whole token, from the last trade or else from the listing. */
  readonly price: Followed<Ratio | null>
  /** The market cap in lamports. */
  readonly cap: Followed<bigint | null>
}

export function liveWorth(token: Pick<Listing, 'mint' | 'price' | 'supply' | 'decimals' | 'scale'>): LiveWorth {
  const { mint, price: listed, supply } = token
  const ticker = tickerOf(mint)
  const { subscribe } = ticker
  const price = () => {
    const last = ticker.get()
    return last === undefined ? listed : solPerToken(last.price, token)
  }
  return {
    ticker,
    price: { get: price, subscribe },
    cap: { get: () => worthLamports(supply, price(), token), subscribe },
  }
}
