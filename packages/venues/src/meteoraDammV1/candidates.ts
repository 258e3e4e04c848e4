import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { customizablePoolAddress, migrationConfigs, poolAddress } from './addresses.ts'

/**
 * Derives the likely pools of a mint: against SOL, a pool of each config that curves move to. Against SOL and USDC, the pool with a fee
 * that its creator chose: the program creates such pools only against these two. Leaves out pools of other configs and older pools,
 * because a search would need too many addresses. Pools that Meteora created can have any address.
 */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  return Promise.all([
    ...(mint === wrappedNativeMint ? [] : migrationConfigs.map(config => poolAddress(config, mint, wrappedNativeMint))),
    ...[wrappedNativeMint, usdcMint].filter(quote => quote !== mint).map(quote => customizablePoolAddress(mint, quote)),
  ])
}
