// For Tern's own packages and tests. Names here may change in any release.
export {
  feeConfig,
  globalConfigAddress,
  globalVolumeAccumulatorAddress,
  userVolumeAccumulatorAddress,
} from './addresses.ts'
export { isCanonical } from './canonical.ts'
export { buyEventLayout, createPoolEventLayout, sellEventLayout } from './events.ts'
export {
  globalConfigLayout,
  noAddress,
  poolLayout,
  poolSize,
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from './layout.ts'
export {
  buyBase,
  buyForQuote,
  costOf,
  netOf,
  type PoolTrade,
  paidOut,
  prepareReserves,
  type Reserves,
  sellBase,
} from './quote.ts'
export {
  buyExactQuoteInLayout,
  buyLayout,
  encodeBuy,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  sellLayout,
} from './tradeInstructions.ts'
