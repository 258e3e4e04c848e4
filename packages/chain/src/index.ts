export { isWritable } from './build/accountRole.ts'
export {
  type ComputeBudget,
  chargedPriorityFee,
  computeBudgetInstructions,
  computeUnitPrice,
  defaultComputeUnitLimit,
} from './build/computeBudget.ts'
export { createLookupTableInstruction, extendLookupTableInstruction } from './build/lookupTableInstructions.ts'
export {
  compileMessage,
  type MessageRequest,
  type MessageVersion,
  type TableOfAddresses,
  transactionSize,
} from './build/message.ts'
export { type Batch, type SplitRequest, splitBatches, splitMessages } from './build/split.ts'
export { createAccountWithSeedInstruction, transferInstruction } from './build/systemInstructions.ts'
export {
  ownWrappedAccount,
  randomSeed,
  type TemporaryAccount,
  temporaryAccount,
  tokenAccountRent,
} from './build/temporaryAccount.ts'
export {
  type AssociatedAccount,
  closeAccountInstruction,
  createAssociatedAccountInstruction,
  initializeAccountInstruction,
  memoInstruction,
  transferTokensInstruction,
} from './build/tokenInstructions.ts'
export { type Payment, type TradeParts, tradeInstructions } from './build/tradeInstructions.ts'
export { type Chain, type ChainOptions, createChain, type ReadOptions } from './chain.ts'
export { checkFunds, largestAmount, type Outlay, requiredFunds, signatureFee } from './funds.ts'
export type { BlockhashLifetime } from './read/blockhash.ts'
export type { Epoch } from './read/clock.ts'
export type { PoolOptions, PoolRead, PoolToRead } from './read/pool.ts'
export type { WalletTokenAccount } from './read/tokenAccounts.ts'
export { type ConfirmOptions, confirmTransaction, type Outcome } from './send/confirm.ts'
export { normalProvider } from './send/normal.ts'
export type { Provider, SendOptions } from './send/provider.ts'
export { createRelayer, type Relayer, type RouteConfig } from './send/relayer.ts'
export { type Route, type SendReport, sendTransaction } from './send/sendTransaction.ts'
