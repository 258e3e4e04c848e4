import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { configAddress, poolAddress } from './addresses.ts'

export { authority as vaultOwner } from './addresses.ts'

/** The configs that Raydium's own site offers: fees of 0.25% to 4%. */
const configs = [0, 1, 2, 3, 4, 5, 6, 7]

/** Derives the first pool of each config against SOL, USDC and USD1. Further pools can have any address. */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  const others = [wrappedNativeMint, usdcMint, usd1Mint].filter(other => other !== mint)
  const pairs = others.map(other => (isBelow(mint, other) ? ([mint, other] as const) : ([other, mint] as const)))
  const found = configs.map(async index => {
    const config = await configAddress(index)
    return Promise.all(pairs.map(([mintA, mintB]) => poolAddress(config, mintA, mintB)))
  })
  return (await Promise.all(found)).flat()
}

function isBelow(a: Address, b: Address): boolean {
  const [bytesA, bytesB] = [addressBytes(a), addressBytes(b)]
  const at = bytesA.findIndex((byte, i) => byte !== bytesB[i])
  return at >= 0 && (bytesA[at] ?? 0) < (bytesB[at] ?? 0)
}
