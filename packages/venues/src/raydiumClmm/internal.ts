// For Tern's own packages and tests. Names here may change in any release.
export { bitmapExtensionAddress, configAddress, observationAddress } from './addresses.ts'
export { arraysAhead, type Bitmap, type Direction } from './bitmap.ts'
export { swapEventLayout } from './events.ts'
export { swapV2Layout } from './instructions.ts'
export {
  type AmmConfig,
  ammConfigLayout,
  bitmapExtensionLayout,
  type DynamicFeeInfo,
  decodeAmmConfig,
  decodeTickArray,
  observationStateLayout,
  poolStateLayout,
  type TickState,
  tickArrayLayout,
  tickStateLayout,
} from './layout.ts'
export { openAccounts } from './openPool.ts'
export { preparePath } from './path.ts'
export { startOf } from './pool.ts'
export { type MetTick, type SwapResult, swapThrough } from './swap.ts'
export { prepareTickArrays } from './swapInstruction.ts'
export type { SwapStart } from './swapStart.ts'
export { arrayOf, maxSqrtPriceX64, minSqrtPriceX64, sqrtPriceAtTick } from './tick.ts'
export { tickAtSqrtPrice } from './tickAtSqrtPrice.ts'
export { ticksAhead } from './ticksAhead.ts'
