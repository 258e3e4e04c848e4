export {
  type AutoFee,
  fastestRouter,
  type Journal,
  type JournalRecord,
  type Provider,
  readUnitPrice,
  relayedProvider,
} from '@tern/chain'
export { type ExecutePlanOptions, executePlan, type PlanToExecute } from './actions/executePlan.ts'
export {
  type ExecutionStep,
  type StagesOptions,
  type TransactionEntry,
  transactionsOf,
} from './actions/executeStages.ts'
export type { SentUpdate } from './actions/followSent.ts'
export { type FoundLiquidity, findLiquidity, type UnresolvedLiquidity } from './actions/liquidity/findLiquidity.ts'
export { type NewPoolRequest, type PoolAmount, planCreatePool } from './actions/liquidity/planCreatePool.ts'
export {
  type DepositLiquidityRequest,
  type LiquiditySettings,
  planDeposit,
} from './actions/liquidity/planDeposit.ts'
export { planWithdrawLiquidity, type WithdrawLiquidityRequest } from './actions/liquidity/planWithdrawLiquidity.ts'
export { type LiquidityPosition, positionIn } from './actions/liquidity/positionIn.ts'
export { type PoolLiquidity, readLiquidity } from './actions/liquidity/readLiquidity.ts'
export { type PoolConfig, readPoolConfigs } from './actions/liquidity/readPoolConfigs.ts'
export { watchLiquidity } from './actions/liquidity/watchLiquidity.ts'
export { extendLookupTable } from './actions/lookupTable/extendLookupTable.ts'
export type { ExtendedTable } from './actions/lookupTable/planExtendTable.ts'
export { advanceNonce, closeNonce, type NonceRequest, openNonce } from './actions/nonce/nonceAccount.ts'
export { type NonceSettings, planAdvanceNonce, planCloseNonce, planOpenNonce } from './actions/nonce/planNonce.ts'
export { type OwnNonce, readNonce } from './actions/nonce/readNonce.ts'
export { type Executed, type ExecuteOptions as ExecutePlannedOptions, execute } from './actions/plan/execute.ts'
export type { SingleOptions } from './actions/plan/executeSingle.ts'
export { follow, type Receipt } from './actions/plan/follow.ts'
export { type NotedPlan, planNoteOf } from './actions/plan/notedPlan.ts'
export type { Plan, PlanKind, PlanLine, PlanMessage, Planned, Resumed } from './actions/plan/plan.ts'
export { anyLifetime, planMessage } from './actions/plan/planMessage.ts'
export {
  type PlanNote,
  type PlanStep,
  planAgain,
  plansIn,
  type Realised,
  type SentPlan,
} from './actions/plan/sentPlans.ts'
export type { SignedMessage, SignedVariant } from './actions/plan/signMessage.ts'
export { type FollowRecord, resumeSent } from './actions/resumeSent.ts'
export { planSubmission, type SentNote } from './actions/sentNote.ts'
export type { LandsUntil, Settled } from './actions/settled.ts'
export { type FindRoutesOptions, findRoutes } from './actions/swap/findRoutes.ts'
export { planSwap } from './actions/swap/planSwap.ts'
export {
  type RouteChoice,
  routeChoice,
  type SwapPart,
  type SwapPlanRequest,
  type SwapQuote,
} from './actions/swap/swap.ts'
export type { TermsParts } from './actions/terms.ts'
export { buy, maxBuy, planBuy } from './actions/trade/buy.ts'
export { compileByNonce, type NonceMessage } from './actions/trade/compileByNonce.ts'
export type { ExecuteOptions } from './actions/trade/executeTrade.ts'
export { type MeasuredTrade, measureTrade } from './actions/trade/measureTrade.ts'
export { nonceSubmissions, type TippedPlan } from './actions/trade/nonceSubmissions.ts'
export { readTradeBudget, type TradeBudget } from './actions/trade/readTradeBudget.ts'
export { proceedsOf, readSaleProceeds, type SaleWish } from './actions/trade/saleProceeds.ts'
export { planSell, sell } from './actions/trade/sell.ts'
export type {
  MeasuredUnits,
  PlannedTrade,
  PreviewLine,
  PreviewLineKind,
  Reason,
  Refusal,
  Trade,
  TradeOrder,
  TradePlan,
  TradePreview,
  TradeRequest,
  TradeSettings,
} from './actions/trade/trade.ts'
export { autoBribe, autoFees, tradeFee } from './actions/trade/tradeFee.ts'
export {
  type EmptyAccount,
  type KeptAccount,
  type KeptReason,
  type PlannedReclaim,
  planReclaimRent,
  type ReclaimRequest,
} from './actions/wallet/planReclaimRent.ts'
export { planUnwrap, type UnwrapQuote, type UnwrapRequest } from './actions/wallet/planUnwrap.ts'
export {
  type PlannedWithdraw,
  planWithdraw,
  type WithdrawQuote,
  type WithdrawRequest,
} from './actions/wallet/planWithdraw.ts'
export { planWrap, type WrapRequest } from './actions/wallet/planWrap.ts'
export {
  type ReclaimOptions,
  type ReclaimReceipt,
  reclaimRent,
  resumeReclaim,
} from './actions/wallet/reclaimRent.ts'
export { type ReclaimStep, reclaimsIn, type SentReclaim } from './actions/wallet/sentReclaims.ts'
export { withdraw } from './actions/wallet/withdraw.ts'
export {
  type Client,
  type ClientOptions,
  createClient,
  type Feature,
  type PoolName,
  type PoolTables,
  type TokenPools,
  watchPool,
  withOwner,
} from './client.ts'
export { type EndedCurve, findGraduation } from './findGraduation.ts'
export { type FoundPool, findPools } from './findPools.ts'
export { type ListedPoolsOptions, readListedPools } from './readListedPools.ts'
export { readPoolTables } from './readPoolTables.ts'
export { type WatchPoolsOptions, watchPools } from './watchPools.ts'
