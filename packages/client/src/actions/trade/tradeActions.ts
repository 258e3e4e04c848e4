import type { Action } from '../plan/actions.ts'
import { planBuy } from './buy.ts'
import { freshTrade } from './freshTrade.ts'
import { planSell } from './sell.ts'
import type { TradeOrder, TradePlan } from './trade.ts'

type TradeAction = Action<TradeOrder, TradePlan>

export const buyAction: TradeAction = { plan: planBuy, ...freshTrade() }
export const sellAction: TradeAction = { plan: planSell, ...freshTrade() }
