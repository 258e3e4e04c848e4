import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { poolAddress } from './addresses.ts'

export { authority as vaultOwner } from './addresses.ts'

/** The quote mints of launches: wrapped SOL, USDC and USD1. */
const quoteMints: readonly Address[] = [wrappedNativeMint, usdcMint, usd1Mint]

/** Derives the pools that a token can have here: only one for each quote mint. */
export function candidatePools(mint: Address): Promise<readonly Address[]> {
  return Promise.all(quoteMints.filter(quote => quote !== mint).map(quote => poolAddress(mint, quote)))
}
