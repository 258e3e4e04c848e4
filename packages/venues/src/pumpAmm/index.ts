export {
  creatorVaultAuthorityAddress,
  curveProgram,
  eventAuthority,
  feeConfig,
  globalConfigAddress,
  globalVolumeAccumulatorAddress,
  poolAddress,
  poolV2Address,
  program,
  userVolumeAccumulatorAddress,
} from './addresses.ts'
export { isCanonical } from './canonical.ts'
export { programErrors } from './errors.ts'
export {
  type BuyEvent,
  buyEventLayout,
  createPoolEventLayout,
  readEvent,
  type SellEvent,
  sellEventLayout,
} from './events.ts'
export {
  decodeGlobalConfig,
  decodePoolState,
  type GlobalConfig,
  globalConfigLayout,
  noAddress,
  type PoolState,
  poolLayout,
  poolSize,
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from './layout.ts'
export { pumpAmm } from './pumpAmm.ts'
export {
  buyBase,
  buyForQuote,
  costOf,
  netOf,
  type PoolTrade,
  paidOut,
  prepareReserves,
  type Reserves,
  type ReservesAndRates,
  sellBase,
  sellForQuote,
} from './quote.ts'
export {
  buyExactQuoteInLayout,
  buyExactQuoteInV2Layout,
  buyLayout,
  buyV2Layout,
  encodeBuy,
  encodeBuyExactQuoteIn,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeSell,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  multiHopSwapLayout,
  sellLayout,
  sellV2Layout,
  type TradeAccounts,
} from './tradeInstructions.ts'
