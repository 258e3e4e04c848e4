export {
  authority,
  authorityBump,
  configAddress,
  createPoolFeeReceiver,
  lockAuthority,
  lpMintAddress,
  observationAddress,
  poolAddress,
  program,
  vaultAddress,
} from './addresses.ts'
export { programErrors } from './errors.ts'
export { readTrade, type SwapEvent, swapEventLayout } from './events.ts'
export {
  encodeSwapBaseInput,
  encodeSwapBaseOutput,
  type SwapAccounts,
  swapBaseInputLayout,
  swapBaseOutputLayout,
} from './instructions.ts'
export {
  type AmmConfig,
  ammConfigLayout,
  decodeAmmConfig,
  decodePoolState,
  type ObservationState,
  observationStateLayout,
  type PoolState,
  poolStateLayout,
} from './layout.ts'
export {
  type Curve,
  type CurveResult,
  isCreatorFeeOnInput,
  rateDenominator,
  reserves,
  swapBaseInput,
  swapBaseOutput,
} from './quote.ts'
export { raydiumCpmm } from './raydiumCpmm.ts'
