export {
  accountsToCreatePool,
  type CreatePoolAmount,
  type CreatePoolQuote,
  type CreatePoolRequest,
  createPool,
  type NewPoolToken,
  quoteCreatePool,
} from './createPool.ts'
export { type LiquidityChange, readLiquidityChanges } from './liquidityEvents.ts'
export {
  type DepositArguments,
  encodeDeposit,
  encodeInitialize,
  encodeWithdraw,
  type LiquidityAccounts,
  type WithdrawArguments,
} from './liquidityInstructions.ts'
export { raydiumCpmmLiquidity } from './liquidityPool.ts'
