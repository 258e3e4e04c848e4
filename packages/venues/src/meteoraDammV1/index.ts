export {
  customizablePoolAddress,
  feeTierPoolAddress,
  poolAddress,
  program,
  protocolFeeAddress,
  vaultLpAddress,
} from './addresses.ts'
export { readEvent, type SwapEvent } from './events.ts'
export { encodeSwap, type SwapAccounts } from './instructions.ts'
export { decodePoolState, decodeStableCurve, type PoolState, type StableCurve } from './layout.ts'
export { meteoraDammV1 } from './meteoraDammV1.ts'
