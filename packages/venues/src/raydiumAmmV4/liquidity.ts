export { type MarketAccounts, withoutMarket } from './instructions.ts'
export {
  depositLayout,
  encodeDeposit,
  encodeWithdraw,
  type LiquidityAccounts,
  withdrawLayout,
} from './liquidityInstructions.ts'
export {
  type LiquidityAmounts,
  type LiquidityState,
  type Profit,
  quoteDeposit,
  quoteWithdrawal,
  takeProfit,
} from './liquidityQuote.ts'
