import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import { curveProgram, poolAddress } from './addresses.ts'

/**
 * Derives the pools that a mint's curve can move to. Addresses of other pools follow from their creators, not from the
 * mint.
 */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  const [authority] = await programAddress(curveProgram, ['pool-authority', addressBytes(mint)])
  return Promise.all([wrappedNativeMint, usdcMint].map(quoteMint => poolAddress(0, authority, mint, quoteMint)))
}
