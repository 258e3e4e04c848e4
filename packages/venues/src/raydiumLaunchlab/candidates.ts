import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { poolAddress } from './addresses.ts'

/** What tokens are launched against: lamports, USDC and USD1. */
const quoteMints: readonly Address[] = [wrappedNativeMint, usdcMint, usd1Mint]

/** Where the pools of a token are, if it was launched here: each is the one of its two mints. */
export function candidatePools(mint: Address): Promise<readonly Address[]> {
  return Promise.all(quoteMints.filter(quote => quote !== mint).map(quote => poolAddress(mint, quote)))
}
