export { accountOfMarket, authority, authorityBump, type DerivedAccount, program } from './addresses.ts'
export {
  type SwapBaseInLog,
  type SwapBaseOutLog,
  swapBaseInLogLayout,
  swapBaseOutLogLayout,
} from './events.ts'
export {
  encodeSwapBaseIn,
  encodeSwapBaseInV2,
  encodeSwapBaseOut,
  encodeSwapBaseOutV2,
  type MarketAccounts,
  type SwapAccounts,
  swapBaseInLayout,
  swapBaseInV2Layout,
  swapBaseOutLayout,
  swapBaseOutV2Layout,
  withoutMarket,
} from './instructions.ts'
export {
  type AmmInfo,
  ammInfoLayout,
  ammStatus,
  decodeAmmInfo,
  marketLayout,
  openOrdersLayout,
} from './layout.ts'
export { type Curve, reserves, type SwapResult, swapBaseIn, swapBaseOut } from './quote.ts'
export { raydiumAmmV4 } from './raydiumAmmV4.ts'
