import { activity } from './procedures/activity.ts'
import { markets } from './procedures/markets.ts'
import { network } from './procedures/network.ts'
import { pools } from './procedures/pools.ts'
import { router } from './procedures/procedure.ts'
import { providers } from './procedures/providers.ts'
import { referral } from './procedures/referral.ts'
import { tokens } from './procedures/tokens.ts'

export type {
  PoolAnswerRow,
  PoolDetailRow,
  PoolListRow,
  PoolPeriodRow,
  PoolPricesRow,
  PoolRow,
  PoolTokenRow,
  PoolTradingState,
  PoolType,
} from './data/poolRows.ts'
export type {
  ActivityLiquidityRow,
  ActivityPage,
  ActivityRow,
  ActivityTokenRow,
  ActivityTradeRow,
  BlockhashRow,
  CandleRow,
  CurveRow,
  DevTokensRow,
  HolderRow,
  LiveTradeRow,
  NetworkRow,
  NotifiedRow,
  OtherMarketRow,
  PriceRow,
  ProviderRow,
  ReferralRow,
  ReferralTradeState,
  SourceRow,
  StreamRow,
  TickerRow,
  TokenDetailRow,
  TokenFactsRow,
  TokenRow,
  TradeRow,
  TraderRow,
  TradersRow,
} from './data/rows.ts'
export type { Mark, StreamRequest, Topic } from './stream/topic.ts'

/** The procedures under `/api/trpc`: plain JSON, and subscriptions over server-sent events (`httpSubscriptionLink`). */
export const appRouter = router({ network, tokens, markets, pools, activity, providers, referral })

export type AppRouter = typeof appRouter
