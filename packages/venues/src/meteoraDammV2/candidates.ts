import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { configAddress, customizablePoolAddress, migrationConfigs, poolAddress } from './addresses.ts'

/** Configs that anybody may create pools with, by number: all that Meteora has made so. */
const publicConfigs = 72

/**
 * The pools that a mint can have against SOL, USDC or USD1: one with fees of its creator's making, one of each config that curves move to;
 * and against SOL one of each public config. Pools of other configs belong to those whom the configs name.
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
