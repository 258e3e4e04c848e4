import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsOf, decodePool, openPool } from './pool.ts'

export {
  authority,
  authorityBump,
  configAddress,
  createPoolFeeReceiver,
  lpMintAddress,
  observationAddress,
  poolAddress,
  program,
  vaultAddress,
} from './addresses.ts'
export { programErrors } from './errors.ts'
export { type LpChangeEvent, lpChangeEventLayout, readTrade, type SwapEvent, swapEventLayout } from './events.ts'
export {
  depositLayout,
  encodeDeposit,
  encodeInitialize,
  encodeSwapBaseInput,
  encodeSwapBaseOutput,
  encodeWithdraw,
  type InitializeAccounts,
  initializeLayout,
  type LiquidityAccounts,
  type SwapAccounts,
  swapBaseInputLayout,
  swapBaseOutputLayout,
  withdrawLayout,
} from './instructions.ts'
export {
  type AmmConfig,
  ammConfigLayout,
  decodeAmmConfig,
  decodePoolState,
  type ObservationState,
  observationStateLayout,
  type PoolState,
  poolStateLayout,
} from './layout.ts'
export {
  type Curve,
  type CurveResult,
  isCreatorFeeOnInput,
  lpToTokens,
  rateDenominator,
  reserves,
  swapBaseInput,
  swapBaseOutput,
} from './quote.ts'
export { readInstruction } from './readInstruction.ts'

/** Raydium's constant-product pools (CP-Swap): the price follows reserves, fees by config, Token-2022 mints with transfer fees. */
export const raydiumCpmm: Venue = {
  protocol: 'raydium_cpmm',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account)).filter(one => !read.has(one))
  },
  open: openPool,
}
