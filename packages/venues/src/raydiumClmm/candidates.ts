import { type Address, usd1Mint, usdcMint, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { configAddress, poolAddress } from './addresses.ts'

/** The numbers of all configs that Raydium has created: fees of 0.01% to 4%, tick spacings of 1 to 120. */
const configs = Array.from({ length: 20 }, (_, index) => index)

/**
 * Derives the pool of each config against SOL, USDC and USD1. Addresses of pools created by permission need a further
 * number.
 */
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
