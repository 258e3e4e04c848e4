// For Tern's own packages and tests. Names here may change in any release.
export { encodeMarket, encodeOpenOrders } from '../openbook/emptyMarket.ts'
export { openOrdersLayout } from '../openbook/market.ts'
export { authority } from './addresses.ts'
export { encodeModel, exampleModel } from './exampleModel.ts'
export { swapBaseInLayout, swapBaseOutLayout } from './instructions.ts'
export { newPool } from './newPool.ts'
export { placeOf } from './place.ts'
export { isBalancedAfter, type StablePool, type SwapResult, swapBaseIn, swapBaseOut } from './quote.ts'
