export {
  accountsToCreatePool,
  type CreatePoolQuote,
  type CreatePoolRequest,
  createPool,
  quoteCreatePool,
} from './createPool.ts'
export { raydiumCpmmLiquidity } from './liquidityPool.ts'
