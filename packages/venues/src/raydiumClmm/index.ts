export {
  bitmapExtensionAddress,
  configAddress,
  observationAddress,
  poolAddress,
  program,
  tickArrayAddress,
  vaultAddress,
} from './addresses.ts'
export { arraysAhead, type Bitmap, type Direction } from './bitmap.ts'
export { programErrors } from './errors.ts'
export { poolCreatedEventLayout, readEvent, type SwapEvent, swapEventLayout } from './events.ts'
export { encodeSwapV2ExactIn, encodeSwapV2ExactOut, type SwapV2Accounts, swapV2Layout } from './instructions.ts'
export {
  type AmmConfig,
  ammConfigLayout,
  bitmapExtensionLayout,
  type DynamicFeeInfo,
  decodeAmmConfig,
  decodePoolState,
  decodeTickArray,
  dynamicFeeConfigLayout,
  limitOrderLayout,
  observationStateLayout,
  operationStateLayout,
  type PoolState,
  poolStateLayout,
  type TickArrayState,
  type TickState,
  tickArrayLayout,
  tickStateLayout,
} from './layout.ts'
export { openAccounts } from './openPool.ts'
export { type Prepared, preparePath } from './path.ts'
export { startOf } from './pool.ts'
export type { ClmmPool, ClmmSwapRequest, ClmmVenue } from './priceLimit.ts'
export { raydiumClmm } from './raydiumClmm.ts'
export { type MetTick, type SwapResult, swapThrough } from './swap.ts'
export { prepareTickArrays } from './swapInstruction.ts'
export type { SwapStart } from './swapStart.ts'
export { arrayOf, maxSqrtPriceX64, minSqrtPriceX64, sqrtPriceAtTick } from './tick.ts'
export { tickAtSqrtPrice } from './tickAtSqrtPrice.ts'
export { ticksAhead } from './ticksAhead.ts'
