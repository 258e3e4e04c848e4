export {
  ammProgram,
  authority,
  authorityBump,
  bonkPlatforms,
  configAddress,
  cpswapProgram,
  creatorFeeVaultAddress,
  creatorFeeVaultAuthority,
  eventAuthority,
  migratedPoolAddress,
  platformAddress,
  platformFeeVaultAddress,
  platformFeeVaultAuthority,
  poolAddress,
  program,
  protocolOf,
  vaultAddress,
  vestingRecordAddress,
} from './addresses.ts'
export { candidatePools } from './candidates.ts'
export {
  type ClaimCreatorFeeAccounts,
  type ClaimPlatformFeeAccounts,
  type ClaimPlatformFeeFromVaultAccounts,
  claimCreatorFeeLayout,
  claimPlatformFeeFromVaultLayout,
  claimPlatformFeeLayout,
  encodeClaimCreatorFee,
  encodeClaimPlatformFee,
  encodeClaimPlatformFeeFromVault,
} from './claimInstructions.ts'
export {
  encodeInitializeV2,
  encodeInitializeWithToken2022,
  type InitializeAccounts,
  initializeV2Layout,
  initializeWithToken2022Layout,
  type TransferFeeParams,
} from './createInstructions.ts'
export { type CurveParams, type InitialCurve, initialCurve } from './curveParams.ts'
export { programErrors } from './errors.ts'
export {
  type PoolCreateEvent,
  poolCreateEventLayout,
  readEvent,
  readInstructionEvent,
  type TradeEvent,
  tradeEventLayout,
} from './events.ts'
export {
  decodeGlobalConfig,
  decodePlatformConfig,
  decodePoolState,
  decodeVestingRecord,
  type GlobalConfig,
  globalConfigLayout,
  type PlatformConfig,
  type PoolState,
  platformConfigLayout,
  poolStateLayout,
  type VestingRecord,
  vestingRecordLayout,
} from './layout.ts'
export {
  cpswapPermission,
  encodeMigrateToCpswap,
  type Migration,
  migratedAmmAddress,
  migrateToAmmLayout,
  migrateToCpswapLayout,
} from './migrateInstructions.ts'
export { decodePlatformCurveParams, type PlatformCurveParam } from './platformCurves.ts'
export {
  buyExactIn,
  buyExactOut,
  type Curve,
  type CurveTrade,
  type CurveType,
  curveTypes,
  type FeeRates,
  isSound,
  prepareCurve,
  priceOf,
  rateDenominator,
  sellExactIn,
  sellExactOut,
} from './quote.ts'
export { bonk, raydiumLaunchlab } from './raydiumLaunchlab.ts'
export {
  buyExactInLayout,
  buyExactOutLayout,
  encodeBuyExactIn,
  encodeBuyExactOut,
  encodeSellExactIn,
  encodeSellExactOut,
  type Share,
  sellExactInLayout,
  sellExactOutLayout,
  type TradeAccounts,
} from './tradeInstructions.ts'
