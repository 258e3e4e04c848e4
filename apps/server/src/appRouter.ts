import { markets } from './procedures/markets.ts'
import { network } from './procedures/network.ts'
import { router } from './procedures/procedure.ts'
import { tokens } from './procedures/tokens.ts'

export type {
  BlockhashRow,
  CandleRow,
  CurveRow,
  LiveTradeRow,
  NetworkRow,
  PriceRow,
  TokenDetailRow,
  TokenFactsRow,
  TokenRow,
  TradeRow,
} from './procedures/rows.ts'

/** The procedures under `/api/trpc`. Plain JSON; subscriptions over server-sent events (`httpSubscriptionLink`). */
export const appRouter = router({ network, tokens, markets })

export type AppRouter = typeof appRouter
