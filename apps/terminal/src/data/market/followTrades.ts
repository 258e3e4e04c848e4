import type { LiveTradeRow } from '@tern/server/appRouter'
import { checkAnswer } from '../checkAnswer.ts'
import { onTradesOf } from './liveTrades.ts'

/** Calls `listener` once for every new trade of a token, after a check. Returns a function that stops it. */
export const followTrades = (mint: string, listener: (trade: LiveTradeRow) => void): (() => void) =>
  onTradesOf(mint, trade => listener(checkAnswer(trade, 'liveTrade')))
