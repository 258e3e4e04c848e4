import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { configAddress, customizablePoolAddress, migrationConfigs, poolAddress } from './addresses.ts'

export { poolAuthority as vaultOwner } from './addresses.ts'

/** Number of the public configs that Meteora has created. Anyone may create pools with these. */
const publicConfigs = 72

/**
 * Derives the pools that a mint can have against SOL, USDC or USD1: the pool with fees that its creator chose, and a pool of each
 * config that curves move to. Against SOL, also a pool of each public config.
 * Only the authority that a config names can create pools with other configs.
 */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  const configs = await Promise.all(Array.from({ length: publicConfigs }, (_, index) => configAddress(BigInt(index))))
  const quotes = [wrappedNativeMint, usdcMint, usd1Mint].filter(quote => quote !== mint)
  return Promise.all(
    quotes.flatMap(quote => [
      customizablePoolAddress(mint, quote),
      ...[...migrationConfigs, ...(quote === wrappedNativeMint ? configs : [])].map(config =>
        poolAddress(config, mint, quote),
      ),
    ]),
  )
}
