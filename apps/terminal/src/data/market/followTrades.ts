import type { LiveTradeRow } from '@tern/server/appRouter'
import { checkAnswer } from '../checkAnswer.ts'
import { onTradesOf } from './liveTrades.ts'

/** Every trade of one token as it arrives, once each, for as long as somebody listens. @returns stops listening. */
export const followTrades = (mint: string, listener: (trade: LiveTradeRow) => void): (() => void) =>
  onTradesOf(mint, trade => listener(checkAnswer(trade, 'liveTrade')))
