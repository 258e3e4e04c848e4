export {
  configAddress,
  customizablePoolAddress,
  eventAuthority,
  migrationConfigs,
  poolAddress,
  poolAuthority,
  positionAddress,
  positionNftAccountAddress,
  program,
  vaultAddress,
} from './addresses.ts'
export {
  type BaseFee,
  decodeBaseFee,
  decodeBaseFeeParameters,
  encodeBaseFee,
  encodeBaseFeeParameters,
  feeDenominator,
  type MarketCapScheduler,
  type RateLimiter,
  type TimeScheduler,
} from './baseFee.ts'
export {
  type CreatePoolAccounts,
  type CustomizablePoolParameters,
  encodeInitializeCustomizablePool,
  encodeInitializePool,
  initializeCustomizablePoolLayout,
  initializePoolLayout,
  type PoolParameters,
} from './createInstructions.ts'
export { amountA, amountB, isCompounding, sqrtPriceOf } from './curve.ts'
export { type DynamicFee, dynamicFeeLayout } from './dynamicFee.ts'
export { programErrors } from './errors.ts'
export {
  createPositionEventLayout,
  type InitializePoolEvent,
  initializePoolEventLayout,
  readEvent,
  type SwapEvent,
  swapEventLayout,
} from './events.ts'
export { encodeSwap, encodeSwap2, type SwapAccounts, swap2Layout, swapLayout, swapModes } from './instructions.ts'
export {
  type Config,
  configLayout,
  decodeConfig,
  decodePoolState,
  type PoolState,
  type Position,
  poolLayout,
  positionLayout,
} from './layout.ts'
export { meteoraDammV2 } from './meteoraDammV2.ts'
export {
  type Direction,
  directionOf,
  isFeeOnInput,
  type SplitFees,
  type SwapResult,
  splitFees,
  swapExactIn,
  swapExactOut,
  swapToEdge,
} from './quote.ts'
