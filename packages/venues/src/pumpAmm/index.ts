import type { Venue } from '../venue.ts'
import { feeConfig, globalConfigAddress, program } from './addresses.ts'
import { accountsOf, openPool, openPoolAccount } from './pool.ts'

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
export {
  buyBase,
  buyForQuote,
  costOf,
  netOf,
  type PoolTrade,
  paidOut,
  type Reserves,
  sellBase,
  sellForQuote,
} from './quote.ts'
export { readInstruction } from './readInstruction.ts'
export {
  buyExactQuoteInLayout,
  buyLayout,
  encodeBuy,
  encodeBuyExactQuoteIn,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeSell,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  sellLayout,
  type TradeAccounts,
} from './tradeInstructions.ts'

/** pump.fun's own pools: constant product with a virtual part of the quote reserve, fees in the quote mint by market capitalisation. */
export const pumpAmm: Venue = {
  protocol: 'pumpamm',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    const always = [pool, globalConfigAddress, feeConfig]
    const wanted = [...always, ...(account ? accountsOf(openPoolAccount(account)) : [])]
    return wanted.filter(one => !read.has(one))
  },
  open: openPool,
}
