export { isWritable } from './build/accountRole.ts'
export {
  type ComputeBudget,
  chargedPriorityFee,
  computeBudgetInstructions,
  computeUnitPrice,
  defaultComputeUnitLimit,
  maxComputeUnits,
  unitLimitFor,
} from './build/computeBudget.ts'
export { createLookupTableInstruction, extendLookupTableInstruction } from './build/lookupTableInstructions.ts'
export {
  compileMessage,
  type MessageRequest,
  type MessageVersion,
  type TableOfAddresses,
  transactionSize,
} from './build/message.ts'
export {
  advanceNonceInstruction,
  nonceAccountLamports,
  openNonceInstructions,
  withdrawNonceInstruction,
} from './build/nonceInstructions.ts'
export { type Batch, type SplitRequest, splitBatches, splitMessages } from './build/split.ts'
export { type PlanRequest, type Stage, splitPlan } from './build/splitPlan.ts'
export { createAccountWithSeedInstruction, transferInstruction } from './build/systemInstructions.ts'
export {
  ownWrappedAccount,
  randomSeed,
  type TemporaryAccount,
  temporaryAccount,
  temporaryAccountSpare,
  tokenAccountRent,
} from './build/temporaryAccount.ts'
export {
  type AssociatedAccount,
  closeAccountInstruction,
  createAssociatedAccountInstruction,
  initializeAccountInstruction,
  memoInstruction,
  syncNativeInstruction,
  transferTokensInstruction,
} from './build/tokenInstructions.ts'
export { type Payment, type TradeParts, tradeInstructions, tradeUnitLimit } from './build/tradeInstructions.ts'
export { type Chain, type ChainOptions, createChain } from './chain.ts'
export { checkFunds, largestAmount, type Outlay, requiredFunds, signatureFee } from './funds.ts'
export type { ReadOptions } from './read/accountCache.ts'
export type { BlockhashLifetime } from './read/blockhash.ts'
export type { Epoch } from './read/clock.ts'
export { accountsNamed, executedBy, type FetchedTransaction } from './read/executed.ts'
export { type FeeStatisticsOptions, fetchComputeBudget } from './read/feeStatistics.ts'
export type { ObjectRead, ObjectToRead, ReadObjectOptions } from './read/objects.ts'
export { type AutoFee, autoPriorityFee, cappedFee, readUnitPrice, unitPriceAt } from './read/priorityFee.ts'
export { type Simulation, simulate, simulatedUnitLimit } from './read/simulation.ts'
export type { WalletTokenAccount } from './read/tokenAccounts.ts'
export type { WatchOptions } from './read/watch.ts'
export { bloxrouteProvider } from './send/bloxroute.ts'
export type { Submission } from './send/broadcast.ts'
export {
  type ExecuteOptions,
  type ExecutionStep,
  entriesOf,
  executeTransactions,
  type TransactionEntry,
  type Turn,
  transactionsOf,
} from './send/executeTransactions.ts'
export { heliusProvider } from './send/helius.ts'
export type { ProviderSettings } from './send/httpProvider.ts'
export { jitoProvider } from './send/jito.ts'
export { createMemoryJournal, type Journal, type JournalChange, type JournalRecord } from './send/journal.ts'
export { type LandOptions, land, type Variant } from './send/land.ts'
export { normalProvider } from './send/normal.ts'
export { isOver, type Outcome } from './send/outcome.ts'
export type { EndpointProvider, Provider, ProviderEndpoint, SendOptions, WireTransaction } from './send/provider.ts'
export { type EndpointState, type ProviderHealth, type Timers, watchProviders } from './send/providerHealth.ts'
export { type ProviderFacts, type ProviderName, providerTable } from './send/providerTable.ts'
export { relayedProvider } from './send/relayedProvider.ts'
export { createRelayer, type Relayer, type RouteConfig } from './send/relayer.ts'
export { type ResumeOptions, resumeLandings } from './send/resume.ts'
export {
  type ConfirmOptions,
  confirmTransaction,
  type SendTransactionOptions,
  sendTransaction,
} from './send/sendTransaction.ts'
export { temporalProvider } from './send/temporal.ts'
export { fastestRouter, type Tip, type TipOptions, tipByName, tipTo } from './send/tips.ts'
export type { Sources, Tracking, TrackOptions } from './send/track.ts'
export { zeroSlotProvider } from './send/zeroSlot.ts'
