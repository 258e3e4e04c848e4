// For Tern's own packages and tests. Names here may change in any release.
export { authority, authorityBump, createPoolFeeReceiver, lockAuthority, observationAddress } from './addresses.ts'
export { swapEventLayout } from './events.ts'
export { swapBaseInputLayout, swapBaseOutputLayout } from './instructions.ts'
export { ammConfigLayout, observationStateLayout, poolStateLayout } from './layout.ts'
export { lpChangeEventLayout, readLiquidityChange, readLiquidityChanges } from './liquidityEvents.ts'
export {
  encodeDeposit,
  encodeInitialize,
  encodeWithdraw,
  type InitializeAccounts,
  initializeLayout,
  type LiquidityAccounts,
} from './liquidityInstructions.ts'
export { lpBalanceOf } from './liquidityPool.ts'
export { lockedLpAmount } from './liquidityQuote.ts'
export { type Curve, type CurveResult, isCreatorFeeOnInput, swapBaseInput, swapBaseOutput } from './quote.ts'
