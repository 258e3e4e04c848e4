// For Tern's own packages and tests. Names here may change in any release.
export { marketLayout, openOrdersLayout } from '../openbook/market.ts'
export { accountOfMarket, authority, authorityBump } from './addresses.ts'
export { swapBaseInLogLayout, swapBaseOutLogLayout } from './events.ts'
export {
  swapBaseInLayout,
  swapBaseInV2Layout,
  swapBaseOutLayout,
  swapBaseOutV2Layout,
  withoutMarket,
} from './instructions.ts'
export { ammInfoLayout, ammStatus } from './layout.ts'
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
export { type Curve, reserves, swapBaseIn, swapBaseOut } from './quote.ts'
