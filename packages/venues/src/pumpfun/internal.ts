// For Tern's own packages and tests. Names here may change in any release.
export {
  encodeClaimCashback,
  encodeClaimCashbackV2,
  encodeCloseUserVolumeAccumulator,
  encodeCollectCreatorFee,
  encodeCollectCreatorFeeV2,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeSyncUserVolumeAccumulator,
  extendAccountLayout,
} from './accountInstructions.ts'
export {
  bondingCurveV2Address,
  eventAuthority,
  feeConfig,
  globalAddress,
  globalVolumeAccumulatorAddress,
  holderRewardsAddress,
  mayhemGlobalParams,
  mayhemProgram,
  mayhemSolVault,
  mayhemStateAddress,
  migratedPoolAddress,
  mintAuthority,
  poolAuthorityAddress,
  quoteControlAddress,
  userVolumeAccumulatorAddress,
} from './addresses.ts'
export { createLayout, createV2Layout, encodeCreate, encodeCreateV2 } from './createInstructions.ts'
export { completeEventLayout, createEventLayout, migrationEventLayout, tradeEventLayout } from './events.ts'
export {
  bondingCurveLayout,
  globalLayout,
  globalVolumeAccumulatorLayout,
  noAddress,
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from './layout.ts'
export { encodeMigrate, encodeMigrateV2 } from './migrateInstructions.ts'
export { buyForQuote, type Curve, type CurveTrade, netOf } from './quote.ts'
export {
  buyExactQuoteInV2Layout,
  buyExactQuoteInV3Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  buyV3Layout,
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeSell,
  sellLayout,
  sellV2Layout,
  sellV3Layout,
  type TradeAccounts,
} from './tradeInstructions.ts'
