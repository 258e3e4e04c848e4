import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { customizablePoolAddress, migrationConfigs, poolAddress } from './addresses.ts'

/**
 * Derives the pools that a mint most likely has: against SOL, a pool of each config that curves move to. Against SOL and
 * USDC, the pool whose creator chose its fee: the program creates these only against the two. Pools of other configs and
 * older pools would be too many addresses for a search, and pools that Meteora created can have any address.
 */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  return Promise.all([
    ...(mint === wrappedNativeMint ? [] : migrationConfigs.map(config => poolAddress(config, mint, wrappedNativeMint))),
    ...[wrappedNativeMint, usdcMint].filter(quote => quote !== mint).map(quote => customizablePoolAddress(mint, quote)),
  ])
}
