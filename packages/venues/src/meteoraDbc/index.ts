export {
  believeConfigs,
  eventAuthority,
  partnerMetadataAddress,
  poolAddress,
  poolAuthority,
  poolMetadataAddress,
  program,
  vaultAddress,
} from './addresses.ts'
export { candidatePools, knownConfigs } from './candidates.ts'
export {
  type ClaimAccounts,
  claimCreatorTradingFeeLayout,
  claimTradingFeeLayout,
  encodeClaimCreatorTradingFee,
  encodeClaimTradingFee,
} from './claimInstructions.ts'
export {
  type ConfigParameters,
  type CreateConfigAccounts,
  createConfigLayout,
  type DynamicFeeParameters,
  encodeCreateConfig,
} from './createConfig.ts'
export {
  buyBase,
  buyForQuote,
  type Curve,
  ceilBase,
  curveOf,
  floorBase,
  type Movement,
  sellForQuote,
  sellToQuote,
} from './curve.ts'
export { type Described, partnerMetadataLayout, poolMetadataLayout } from './description.ts'
export { programErrors } from './errors.ts'
export {
  curveCompleteEventLayout,
  hookedCompleteEventLayout,
  hookedSwapEventLayout,
  initializeHookedEventLayout,
  initializePoolEventLayout,
  readEvent,
  readInstructionEvent,
  type Swap2Event,
  swap2EventLayout,
  swapEventLayout,
} from './events.ts'
export { type FeeRule, feeDenominator, feeRule, isLimiting } from './fees.ts'
export { type MigratedPool, migratedPool } from './graduation.ts'
export { hookedSwapLayout, hookedTransfers } from './hookedInstructions.ts'
export {
  encodeInitializePool,
  initializeHookedLayout,
  initializeSplLayout,
  initializeToken2022Layout,
  type TokenLaunch,
} from './launchInstructions.ts'
export {
  decodePoolConfig,
  decodeVirtualPool,
  hookedConfigLayout,
  hookedPoolLayout,
  isHookedPool,
  type PoolConfig,
  poolConfigLayout,
  type VirtualPool,
  virtualPoolLayout,
} from './layout.ts'
export { believe, meteoraDbc } from './meteoraDbc.ts'
export {
  type DammV2Migration,
  encodeMigrateDammV2,
  migrateDammV1Layout,
  migrateDammV2Layout,
} from './migrateInstructions.ts'
export { type Side, type SwapResult, splitFee, swapExactOut, swapPartialFill } from './quote.ts'
export { hasVesting, initialSupply, sqrtPriceRange, type Terms, termsOf, vestingAmount } from './supply.ts'
export {
  encodeSwap,
  encodeSwap2,
  type SwapAccounts,
  swap2Layout,
  swapLayout,
  swapModes,
} from './swapInstructions.ts'
