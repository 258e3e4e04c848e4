import { type Address, TernError, wrappedNativeMint } from '@tern/core'
import type { Venue } from '../venue.ts'
import { bondingCurveAddress, feeConfig, globalAddress, program } from './addresses.ts'
import { openCurveAccount, openPool, quoteMintOf } from './pool.ts'

export {
  claimCashbackEventLayout,
  closeUserVolumeAccumulatorEventLayout,
  collectCreatorFeeEventLayout,
  extendAccountEventLayout,
  initUserVolumeAccumulatorEventLayout,
  syncUserVolumeAccumulatorEventLayout,
} from './accountEvents.ts'
export {
  type ClaimCashbackV2Accounts,
  type CollectCreatorFeeV2Accounts,
  claimCashbackLayout,
  claimCashbackV2Layout,
  closeUserVolumeAccumulatorLayout,
  collectCreatorFeeLayout,
  collectCreatorFeeV2Layout,
  encodeClaimCashback,
  encodeClaimCashbackV2,
  encodeCloseUserVolumeAccumulator,
  encodeCollectCreatorFee,
  encodeCollectCreatorFeeV2,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeSyncUserVolumeAccumulator,
  extendAccountLayout,
  initUserVolumeAccumulatorLayout,
  syncUserVolumeAccumulatorLayout,
} from './accountInstructions.ts'
export {
  bondingCurveAddress,
  bondingCurveV2Address,
  creatorVaultAddress,
  eventAuthority,
  feeConfig,
  globalAddress,
  globalVolumeAccumulatorAddress,
  holderRewardsAddress,
  mayhemGlobalParams,
  mayhemProgram,
  mayhemSolVault,
  mayhemStateAddress,
  mintAuthority,
  poolAuthorityAddress,
  program,
  quoteControlAddress,
  userVolumeAccumulatorAddress,
} from './addresses.ts'
export {
  type CreateAccounts,
  type CreateV2Accounts,
  createLayout,
  createV2Layout,
  encodeCreate,
  encodeCreateV2,
} from './createInstructions.ts'
export { programErrors } from './errors.ts'
export {
  type CompleteEvent,
  type CreateEvent,
  completeEventLayout,
  createEventLayout,
  type MigrationEvent,
  migrationEventLayout,
  readEvent,
  type TradeEvent,
  tradeEventLayout,
} from './events.ts'
export {
  type BondingCurve,
  bondingCurveLayout,
  decodeBondingCurve,
  decodeGlobal,
  type Global,
  type GlobalVolumeAccumulator,
  globalLayout,
  globalVolumeAccumulatorLayout,
  noAddress,
  type UserVolumeAccumulator,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from './layout.ts'
export {
  ammEventAuthority,
  ammGlobalConfig,
  ammProgram,
  encodeMigrate,
  encodeMigrateV2,
  type Migration,
  migratedPoolAddress,
  migrateLayout,
  migrateV2Layout,
} from './migrateInstructions.ts'
export {
  buyForQuote,
  buyTokens,
  type Curve,
  type CurveTrade,
  netOf,
  sellForQuote,
  sellTokens,
} from './quote.ts'
export { readInstruction } from './readInstruction.ts'
export {
  buyExactQuoteInV2Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeBuyV2,
  encodeSell,
  encodeSellV2,
  sellLayout,
  sellV2Layout,
  type TradeAccounts,
  type TradeV2Accounts,
} from './tradeInstructions.ts'

/** pump.fun's bonding curves: virtual reserves of constant product, fees by market capitalisation, paid in lamports or a quote mint. */
export const pumpfun: Venue = {
  protocol: 'pumpfun',
  programs: [program],
  async accountsToRead(pool, read, mint) {
    const account = read.get(pool)
    if (mint !== undefined && (await bondingCurveAddress(mint)) !== pool)
      throw new TernError('layout/mismatch', {
        address: mint,
        field: 'bonding curve',
        expected: await bondingCurveAddress(mint),
        actual: pool,
      })
    const always = mint === undefined ? [pool] : [pool, mint, globalAddress, feeConfig]
    const wanted = [...always, ...(account ? otherQuoteMint(quoteMintOf(openCurveAccount(account))) : [])]
    return wanted.filter(one => !read.has(one))
  },
  open: openPool,
  async mintOf(pool, mints) {
    for (const mint of mints) if ((await bondingCurveAddress(mint)) === pool) return mint
    return undefined
  },
}

function otherQuoteMint(mint: Address): readonly Address[] {
  return mint === wrappedNativeMint ? [] : [mint]
}
