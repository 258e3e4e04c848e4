// For Tern's own packages and tests. Names here may change in any release.
export { lpMintAddress } from './addresses.ts'
export { type CurveFacts, curvesAt } from './curve.ts'
export { isPriceStored, stakeOf, virtualPrice } from './depeg.ts'
export { swapEventLayout } from './events.ts'
export { feesOn } from './fees.ts'
export { swapLayout } from './instructions.ts'
export { poolLayout, stableCurveLayout } from './layout.ts'
export { type Curve, type SwapResult, swapExactIn } from './quote.ts'
