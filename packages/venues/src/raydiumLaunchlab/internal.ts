// For Tern's own packages and tests. Names here may change in any release.
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
  platformFeeVaultAddress,
  platformFeeVaultAuthority,
  protocolOf,
  vaultAddress,
  vestingRecordAddress,
} from './addresses.ts'
export {
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
export { poolCreateEventLayout, tradeEventLayout } from './events.ts'
export {
  decodeVestingRecord,
  globalConfigLayout,
  platformConfigLayout,
  poolStateLayout,
  vestingRecordLayout,
} from './layout.ts'
export {
  cpswapPermission,
  encodeMigrateToCpswap,
  migrateToAmmLayout,
  migrateToCpswapLayout,
} from './migrateInstructions.ts'
export { decodePlatformCurveParams } from './platformCurves.ts'
export {
  buyExactIn,
  buyExactOut,
  type Curve,
  type CurveTrade,
  type CurveType,
  curveTypes,
  isSound,
  prepareCurve,
  rateDenominator,
  sellExactIn,
  sellExactOut,
} from './quote.ts'
export {
  buyExactInLayout,
  buyExactOutLayout,
  encodeBuyExactOut,
  encodeSellExactIn,
  encodeSellExactOut,
  sellExactInLayout,
  sellExactOutLayout,
} from './tradeInstructions.ts'
