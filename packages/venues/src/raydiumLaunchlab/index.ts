export { platformAddress, poolAddress, program } from './addresses.ts'
export { readEvent, type TradeEvent } from './events.ts'
export {
  decodeGlobalConfig,
  decodePlatformConfig,
  decodePoolState,
  type GlobalConfig,
  type PlatformConfig,
  type PoolState,
} from './layout.ts'
export { bonk, raydiumLaunchlab } from './raydiumLaunchlab.ts'
export { encodeBuyExactIn, type TradeAccounts } from './tradeInstructions.ts'
