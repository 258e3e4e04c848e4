// For Tern's own packages and tests. Names here may change in any release.
export { eventAuthority, partnerMetadataAddress, poolAuthority, poolMetadataAddress } from './addresses.ts'
export { encodeClaimCreatorTradingFee, encodeClaimTradingFee } from './claimInstructions.ts'
export { type ConfigParameters, encodeCreateConfig } from './createConfig.ts'
export { buyBase, buyForQuote, curveOf, floorBase, sellForQuote } from './curve.ts'
export {
  curveCompleteEventLayout,
  hookedCompleteEventLayout,
  hookedSwapEventLayout,
  initializeHookedEventLayout,
  initializePoolEventLayout,
  readInstructionEvent,
  swap2EventLayout,
  swapEventLayout,
} from './events.ts'
export { feeRule, isLimiting } from './fees.ts'
export { migratedPool } from './graduation.ts'
export { hookedSwapLayout, hookedTransfers } from './hookedInstructions.ts'
export { encodeInitializePool, initializeHookedLayout, initializeToken2022Layout } from './launchInstructions.ts'
export { isHookedPool, poolConfigLayout, virtualPoolLayout } from './layout.ts'
export { encodeMigrateDammV2, migrateDammV2Layout } from './migrateInstructions.ts'
export { type Side, type SwapResult, splitFee, swapExactOut, swapPartialFill } from './quote.ts'
export { hasVesting, initialSupply, sqrtPriceRange, termsOf, vestingAmount } from './supply.ts'
export { encodeSwap, swap2Layout, swapLayout } from './swapInstructions.ts'
