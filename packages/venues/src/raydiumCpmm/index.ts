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
export { type LpChangeEvent, lpChangeEventLayout, readTrade, type SwapEvent, swapEventLayout } from './events.ts'
export {
  depositLayout,
  encodeDeposit,
  encodeInitialize,
  encodeSwapBaseInput,
  encodeSwapBaseOutput,
  encodeWithdraw,
  type InitializeAccounts,
  initializeLayout,
  type LiquidityAccounts,
  type SwapAccounts,
  swapBaseInputLayout,
  swapBaseOutputLayout,
  withdrawLayout,
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
  lpToTokens,
  rateDenominator,
  reserves,
  swapBaseInput,
  swapBaseOutput,
} from './quote.ts'
export { raydiumCpmm } from './raydiumCpmm.ts'
export { readInstruction } from './readInstruction.ts'
