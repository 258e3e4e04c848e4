export { program } from './addresses.ts'
export type { SwapBaseInLog, SwapBaseOutLog } from './events.ts'
export {
  encodeSwapBaseIn,
  encodeSwapBaseInV2,
  encodeSwapBaseOut,
  encodeSwapBaseOutV2,
  type MarketAccounts,
  type SwapAccounts,
} from './instructions.ts'
export { type AmmInfo, decodeAmmInfo } from './layout.ts'
export { raydiumAmmV4 } from './raydiumAmmV4.ts'
