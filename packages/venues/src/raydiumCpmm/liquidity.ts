export {
  accountsToCreatePool,
  type CreatePoolAmount,
  type CreatePoolQuote,
  type CreatePoolRequest,
  createPool,
  type NewPoolToken,
  type OpenedAccount,
  quoteCreatePool,
} from './createPool.ts'
export {
  type LiquidityChange,
  type LpChangeEvent,
  lpChangeEventLayout,
  readLiquidityChange,
  readLiquidityChanges,
} from './liquidityEvents.ts'
export {
  type DepositArguments,
  depositLayout,
  encodeDeposit,
  encodeInitialize,
  encodeWithdraw,
  type InitializeAccounts,
  type InitializeArguments,
  initializeLayout,
  type LiquidityAccounts,
  type WithdrawArguments,
  withdrawLayout,
} from './liquidityInstructions.ts'
export { lpBalanceOf, raydiumCpmmLiquidity } from './liquidityPool.ts'
export { initialLpSupply, lockedLpAmount, lpForToken, lpToTokens } from './liquidityQuote.ts'
