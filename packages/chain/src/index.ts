export { type ComputeBudget, computeBudgetInstructions, computeUnitPrice } from './build/computeBudget.ts'
export { compileMessage, type MessageRequest, type MessageVersion, transactionSize } from './build/message.ts'
export type { Stage } from './build/splitPlan.ts'
export { transferInstruction } from './build/systemInstructions.ts'
export {
  type AssociatedAccount,
  closeAccountInstruction,
  createAssociatedAccountInstruction,
  memoInstruction,
  syncNativeInstruction,
  transferTokensInstruction,
} from './build/tokenInstructions.ts'
export { type Chain, type ChainOptions, createChain } from './chain.ts'
export type { ReadOptions } from './read/accountCache.ts'
export type { BlockhashLifetime } from './read/blockhash.ts'
export type { ClockMaxAges, Epoch } from './read/clock.ts'
export type { FetchedTransaction } from './read/executed.ts'
export { type FeeStatisticsOptions, fetchComputeBudget } from './read/feeStatistics.ts'
export type { ObjectRead, ObjectToRead, ReadObjectOptions } from './read/objects.ts'
export { type AutoFee, autoPriorityFee, readUnitPrice } from './read/priorityFee.ts'
export { type Simulation, simulate } from './read/simulation.ts'
export type { WalletTokenAccount } from './read/tokenAccounts.ts'
export type { WatchOptions } from './read/watch.ts'
export { bloxrouteProvider } from './send/bloxroute.ts'
export type { Submission } from './send/broadcast.ts'
export { heliusProvider } from './send/helius.ts'
export type { ProviderSettings } from './send/httpProvider.ts'
export { jitoProvider } from './send/jito.ts'
export { createMemoryJournal, type Journal, type JournalChange, type JournalRecord } from './send/journal.ts'
export type { Variant } from './send/land.ts'
export { normalProvider } from './send/normal.ts'
export type { Outcome } from './send/outcome.ts'
export type { Provider, SendOptions } from './send/provider.ts'
export type { Timers } from './send/providerHealth.ts'
export type { ProviderName } from './send/providerTable.ts'
export { relayedProvider } from './send/relayedProvider.ts'
export { createRelayer, type Relayer, type RouteConfig } from './send/relayer.ts'
export {
  type ConfirmOptions,
  confirmTransaction,
  type SendTransactionOptions,
  sendTransaction,
} from './send/sendTransaction.ts'
export { temporalProvider } from './send/temporal.ts'
export { fastestRouter, type Tip, type TipOptions } from './send/tips.ts'
export type { Sources, Tracking, TrackOptions } from './send/track.ts'
export { zeroSlotProvider } from './send/zeroSlot.ts'
