import { type Address, addressBytes, programAddress, usdcMint, wrappedNativeMint } from '@tern/core'
import { curveProgram, poolAddress } from './addresses.ts'

/** The pools that a mint's curve moves to. Those that somebody else made have addresses that follow from their makers'. */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  const [authority] = await programAddress(curveProgram, ['pool-authority', addressBytes(mint)])
  return Promise.all([wrappedNativeMint, usdcMint].map(quoteMint => poolAddress(0, authority, mint, quoteMint)))
}
