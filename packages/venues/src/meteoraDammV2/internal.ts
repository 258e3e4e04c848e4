// For Tern's own packages and tests. Names here may change in any release.
export { configAddress, poolAuthority, positionAddress, positionNftAccountAddress } from './addresses.ts'
export {
  type BaseFee,
  decodeBaseFee,
  decodeBaseFeeParameters,
  encodeBaseFee,
  encodeBaseFeeParameters,
  type RateLimiter,
} from './baseFee.ts'
export {
  type CreatePoolAccounts,
  type CustomizablePoolParameters,
  encodeInitializeCustomizablePool,
  encodeInitializePool,
  initializeCustomizablePoolLayout,
  initializePoolLayout,
} from './createInstructions.ts'
export { amountA, amountB, isCompounding, sqrtPriceOf } from './curve.ts'
export {
  createPositionEventLayout,
  type InitializePoolEvent,
  initializePoolEventLayout,
  swapEventLayout,
} from './events.ts'
export { encodeSwap, swap2Layout, swapLayout } from './instructions.ts'
export { configLayout, poolLayout, positionLayout } from './layout.ts'
export {
  type Direction,
  directionOf,
  type SplitFees,
  type SwapResult,
  splitFees,
  swapExactIn,
  swapExactOut,
  swapToEdge,
} from './quote.ts'
