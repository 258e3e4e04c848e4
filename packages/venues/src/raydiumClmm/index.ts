export {
  bitmapExtensionAddress,
  configAddress,
  observationAddress,
  poolAddress,
  program,
  tickArrayAddress,
  vaultAddress,
} from './addresses.ts'
export type { Direction } from './bitmap.ts'
export { programErrors } from './errors.ts'
export { poolCreatedEventLayout, readEvent, type SwapEvent, swapEventLayout } from './events.ts'
export { encodeSwapV2ExactIn, encodeSwapV2ExactOut, type SwapV2Accounts, swapV2Layout } from './instructions.ts'
export {
  type AmmConfig,
  ammConfigLayout,
  bitmapExtensionLayout,
  type DynamicFeeInfo,
  decodeAmmConfig,
  dynamicFeeConfigLayout,
  limitOrderLayout,
  observationStateLayout,
  operationStateLayout,
  type PoolState,
  poolStateLayout,
  type TickArrayState,
  type TickState,
  tickArrayLayout,
} from './layout.ts'
export { type Prepared, preparePath } from './path.ts'
export { raydiumClmm } from './raydiumClmm.ts'
export { readInstruction } from './readInstruction.ts'
export { type MetTick, type SwapResult, type SwapStart, swapThrough } from './swap.ts'
export { sqrtPriceAtTick, tickAtSqrtPrice } from './tick.ts'
